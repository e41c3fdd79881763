import { ask } from '../../lib/api/client';
import type { Change } from '../../lib/api/generated/Change';
import type { ChangesAnswer } from '../../lib/api/generated/ChangesAnswer';
import { Resource } from '../../lib/resource.svelte';
import { addDays } from '../../lib/time';

/** What is shown unless a period is given: about a quarter. The population of ten years takes seconds to read. */
export const DAYS_SHOWN = 92;

export type ReviewFilter = Change['review']['verdict'] | '';

/** The population of a period, and which of its rows are shown. */
export class ChangesModel {
  readonly answer = new Resource<ChangesAnswer>();
  environment = $state('');
  from = $state<string | undefined>();
  to = $state<string | undefined>();
  review = $state<ReviewFilter>('');
  text = $state('');
  selected = $state(0);

  readonly rows = $derived.by(() => {
    const rows = this.answer.value?.changes ?? [];
    const text = this.text.trim().toLowerCase();
    return rows.filter((change) => passes(change, text, this.review));
  });

  /** Asks for the period that is given; without a begin, for the last quarter of it. `now` ends it where nothing does. */
  load(at: string | undefined, now: string): void {
    const { to } = this;
    const from = this.from ?? addDays(to ?? at ?? now, -DAYS_SHOWN);
    const environment = this.environment || undefined;
    void this.answer.load(() => ask('changes', { environment, from, to, at }));
  }

  move(by: number): void {
    this.selected = Math.max(0, Math.min(this.selected + by, this.rows.length - 1));
  }
}

/** Returns whether the review came to this verdict, and a word of the row has the text. */
export function passes(change: Change, text: string, review: ReviewFilter): boolean {
  if (review && change.review.verdict !== review) return false;
  if (!text) return true;
  const words = [
    change.app,
    change.cluster,
    change.subject,
    change.change_request,
    change.author,
    change.to?.tag,
    change.to?.version,
    change.config_commit,
    change.source?.commit,
    ...change.approvals.map((approval) => approval.person),
  ];
  return words.some((word) => word?.toLowerCase().includes(text));
}

/** Returns who approved, each once. */
export function approvers(change: Change): string[] {
  const approved = change.approvals.filter((approval) => approval.decision === 'approved');
  return [...new Set(approved.map((approval) => approval.person))];
}
