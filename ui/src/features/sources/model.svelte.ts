import { ask, cancelSync, sync } from '../../lib/api/client';
import type { ImportRequest } from '../../lib/api/generated/ImportRequest';
import type { SourcesAnswer } from '../../lib/api/generated/SourcesAnswer';
import type { SyncEvent } from '../../lib/api/generated/SyncEvent';
import type { SyncReply } from '../../lib/api/generated/SyncReply';
import { Resource } from '../../lib/resource.svelte';
import { session } from '../../lib/session.svelte';

/** How far each stage of each source is, in the order in which they began. */
export type Progress = { source: string; stages: SyncEvent[] }[];

/** Returns the progress with this event in it. */
export function advance(progress: Progress, event: SyncEvent): Progress {
  const found = progress.find((entry) => entry.source === event.source);
  if (!found) return [...progress, { source: event.source, stages: [event] }];
  const known = found.stages.some((stage) => stage.stage === event.stage);
  const stages = known
    ? found.stages.map((stage) => (stage.stage === event.stage ? event : stage))
    : [...found.stages, event];
  return progress.map((entry) => (entry === found ? { ...entry, stages } : entry));
}

/** Returns what stands on each line that is not empty. */
export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns what to import, of what was typed: a path a line, and what the cluster is called and labelled. */
export function importOf(typed: { paths: string; cluster: string; environment: string; region: string }): ImportRequest {
  const labels: [string, string][] = [
    ['environment', typed.environment.trim()],
    ['region', typed.region.trim()],
  ];
  return {
    files: lines(typed.paths),
    cluster: typed.cluster.trim() || undefined,
    labels: labels.filter(([, value]) => value !== ''),
  };
}

/** The state of the sources. */
export class SourcesModel {
  readonly answer = new Resource<SourcesAnswer>();

  load(): void {
    void this.answer.load(() => ask('sources', {}));
  }
}

/** A sync goes on when its screen is left; so there is one, outside of any screen. */
class Sync {
  readonly reply = new Resource<SyncReply>();
  progress = $state.raw<Progress>([]);
  cancelling = $state(false);

  async start(): Promise<void> {
    if (this.reply.loading) return;
    this.reply.clear();
    this.progress = [];
    this.cancelling = false;
    await this.reply.load(() => sync({ sources: [] }, (event) => (this.progress = advance(this.progress, event))));
    session.reload();
  }

  async cancel(): Promise<void> {
    this.cancelling = true;
    await cancelSync().catch(() => (this.cancelling = false));
  }
}

export const running = new Sync();
