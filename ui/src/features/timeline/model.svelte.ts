import { ask } from '../../lib/api/client';
import type { Bar } from '../../lib/api/generated/Bar';
import type { TimelineLane } from '../../lib/api/generated/TimelineLane';
import type { TimelineReply } from '../../lib/api/generated/TimelineReply';
import { place } from '../../lib/place.svelte';
import { Resource } from '../../lib/resource.svelte';

/** The promotion timeline of an app. */
export class TimelineModel {
  readonly reply = new Resource<TimelineReply>();

  load(app: string, at: string | undefined, width: number): void {
    void this.reply.load(() => ask('timeline', { app, at, width }));
  }
}

/** Returns the outline of a box whose ends are round where the version begins or ends within what is drawn. */
export function outline(x: number, y: number, width: number, height: number, left: boolean, right: boolean): string {
  const radius = Math.min(4, width / 2);
  const l = left ? radius : 0;
  const r = right ? radius : 0;
  const corner = (size: number, dx: number, dy: number): string => `a${size} ${size} 0 0 1 ${dx} ${dy}`;
  return [
    `M${x + l} ${y}h${width - l - r}${corner(r, r, r)}v${height - 2 * r}${corner(r, -r, r)}`,
    `h${-(width - l - r)}${corner(l, -l, -l)}v${-(height - 2 * l)}${corner(l, l, -l)}z`,
  ].join('');
}

/** Opens the evidence of a bar: the chain as it stood then, or the declaration. */
export function openBar(lane: TimelineLane, bar: Bar): void {
  if (lane.kind === 'observed') {
    place.openChain(bar.subject, bar.open ? {} : { at: bar.to });
  } else {
    place.go({ panel: { kind: 'declaration', path: bar.subject, commit: bar.commit ?? undefined } });
  }
}
