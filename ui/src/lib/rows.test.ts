import { describe, expect, it } from 'vitest';
import { grouped, rowWindow, runs } from './rows';

describe('rowWindow', () => {
  it('draws what is seen and a few more', () => {
    expect(rowWindow(100_000, 20, 20_000, 400, 5)).toEqual({ first: 995, end: 1025, before: 19_900, after: 1_979_500 });
  });

  it('always adds up to the whole height', () => {
    for (const [count, scroll] of [[0, 0], [1, 0], [10, 5_000], [1_000, 19_990], [100_000, 1_999_999]] as const) {
      const rows = rowWindow(count, 20, scroll, 400);
      expect(rows.before + (rows.end - rows.first) * 20 + rows.after).toBe(count * 20);
    }
  });
});

describe('runs', () => {
  it('groups neighbours only', () => {
    expect(runs(['a1', 'a2', 'b1', 'a3'], (item) => item[0] ?? '').map((group) => group.items)).toEqual([
      ['a1', 'a2'],
      ['b1'],
      ['a3'],
    ]);
  });
});

describe('grouped', () => {
  it('keeps the order of first appearance', () => {
    expect(grouped(['b1', 'a1', 'b2'], (item) => item[0] ?? '')).toEqual([
      { key: 'b', items: ['b1', 'b2'] },
      { key: 'a', items: ['a1'] },
    ]);
  });
});
