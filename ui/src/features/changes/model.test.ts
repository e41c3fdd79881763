import { describe, expect, it } from 'vitest';
import type { Change } from '../../lib/api/generated/Change';
import { approvers, passes } from './model.svelte';

const change = {
  app: 'payments',
  author: 'ada',
  approvals: [
    { person: 'bob', decision: 'approved' },
    { person: 'bob', decision: 'approved' },
    { person: 'eve', decision: 'commented' },
  ],
  review: { verdict: 'fail' },
  to: { tag: 'v1.2.0' },
} as unknown as Change;

describe('passes', () => {
  it('filters by what the program decided and by words', () => {
    expect(passes(change, '', '')).toBe(true);
    expect(passes(change, '', 'pass')).toBe(false);
    expect(passes(change, '1.2', 'fail')).toBe(true);
    expect(passes(change, 'eve', '')).toBe(true);
    expect(passes(change, 'nobody', '')).toBe(false);
  });
});

describe('approvers', () => {
  it('names each once, and only who approved', () => {
    expect(approvers(change)).toEqual(['bob']);
  });
});
