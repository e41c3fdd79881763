import { ask } from '../../lib/api/client';
import type { Bar } from '../../lib/api/generated/Bar';
import type { TimelineLane } from '../../lib/api/generated/TimelineLane';
import type { TimelineReply } from '../../lib/api/generated/TimelineReply';
import { place } from '../../lib/place.svelte';
import { Resource } from '../../lib/resource.svelte';

const HUES = 8;

/** The promotion timeline of an app. */
export class TimelineModel {
  readonly reply = new Resource<TimelineReply>();

  load(app: string, at: string | undefined, width: number): void {
    void this.reply.load(() => ask('timeline', { app, at, width }));
  }
}

/** Returns the hue of a version: the same version has the same one in every lane. */
export function hueOf(version: string): number {
  let hash = 7;
  for (const character of version) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

/** Opens the evidence of a bar: the chain as it stood then, or the declaration. */
export function openBar(lane: TimelineLane, bar: Bar): void {
  if (lane.kind === 'observed') {
    place.openChain(bar.subject, bar.open ? {} : { at: bar.to });
  } else {
    place.go({ panel: { kind: 'declaration', path: bar.subject, commit: bar.commit ?? undefined } });
  }
}
