import { ask } from '../../lib/api/client';
import type { Ran } from '../../lib/api/generated/Ran';
import type { WhereAnswer } from '../../lib/api/generated/WhereAnswer';
import type { WhereDeclared } from '../../lib/api/generated/WhereDeclared';
import type { WhereRunning } from '../../lib/api/generated/WhereRunning';
import { Resource } from '../../lib/resource.svelte';
import { grouped } from '../../lib/rows';

/** One row of the answer and its place among all of them, for the keyboard. */
export type Hit = { index: number } & (
  | { kind: 'running'; row: WhereRunning }
  | { kind: 'ran'; row: Ran }
  | { kind: 'declared'; row: WhereDeclared }
);

export type Section = { title: 'exact' | 'contains' | 'ran' | 'declared'; groups: { key: string; items: Hit[] }[]; count: number };

/** Shorter than this, nearly everything fits and nothing is meant. */
const SHORTEST = 2;
const DEBOUNCE_MS = 80;

/** What is typed, and the answer to it. */
export class WhereModel {
  readonly answer = new Resource<WhereAnswer>();
  query = $state('');
  selected = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly sections = $derived(this.answer.value ? sectionsOf(this.answer.value) : []);
  readonly hits = $derived(this.sections.flatMap((section) => section.groups.flatMap((group) => group.items)));

  /** Asks for what is typed, once the typing pauses. */
  type(at: string | undefined): void {
    clearTimeout(this.#timer);
    const query = this.query.trim();
    if (query.length < SHORTEST) return this.answer.clear();
    this.#timer = setTimeout(() => {
      this.selected = 0;
      void this.answer.load(() => ask('where_runs', { query, at }));
    }, DEBOUNCE_MS);
  }

  move(by: number): void {
    this.selected = Math.max(0, Math.min(this.selected + by, this.hits.length - 1));
  }
}

/** Returns the answer in sections, each grouped by environment, in the order of the answer. */
export function sectionsOf(answer: WhereAnswer): Section[] {
  let index = 0;
  const section = (title: Section['title'], rows: Omit<Hit, 'index'>[]): Section => ({
    title,
    count: rows.length,
    groups: grouped(rows, (hit) => hit.row.environment ?? '').map((group) => ({
      key: group.key,
      items: group.items.map((hit) => ({ ...hit, index: index++ }) as Hit),
    })),
  });
  const running = answer.running.map((row) => ({ kind: 'running' as const, row }));
  return [
    section('exact', running.filter((hit) => hit.row.relation === 'exact')),
    section('contains', running.filter((hit) => hit.row.relation === 'contains')),
    section('ran', answer.ran.map((row) => ({ kind: 'ran' as const, row }))),
    section('declared', answer.declared.map((row) => ({ kind: 'declared' as const, row }))),
  ].filter((part) => part.count > 0);
}
