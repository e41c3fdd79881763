import { describe, expect, it } from 'vitest';
import type { WhereAnswer } from '../../lib/api/generated/WhereAnswer';
import type { WhereRunning } from '../../lib/api/generated/WhereRunning';
import { sectionsOf } from './model.svelte';

function running(environment: string, relation: 'exact' | 'contains', subject: string): WhereRunning {
  return { environment, relation, subject } as WhereRunning;
}

describe('sectionsOf', () => {
  it('keeps exact and containing rows apart, grouped by environment, numbered as they are drawn', () => {
    const answer = {
      running: [
        running('prod', 'contains', 'p2'),
        running('prod', 'exact', 'p1'),
        running('test', 'exact', 't1'),
        running('prod', 'exact', 'p3'),
      ],
      ran: [],
      declared: [],
    } as unknown as WhereAnswer;
    const sections = sectionsOf(answer);
    expect(sections.map((section) => [section.title, section.count])).toEqual([
      ['exact', 3],
      ['contains', 1],
    ]);
    const hits = sections.flatMap((section) => section.groups.flatMap((group) => group.items));
    expect(hits.map((hit) => hit.index)).toEqual([0, 1, 2, 3]);
    expect(hits.map((hit) => (hit.kind === 'running' ? hit.row.subject : ''))).toEqual(['p1', 'p3', 't1', 'p2']);
  });
});
