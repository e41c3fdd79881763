import { describe, expect, it } from 'vitest';
import { addDays, day, readTime, shortTime, span } from './time';

describe('readTime', () => {
  it('reads what people type, as UTC', () => {
    expect(readTime('2026-03-01')).toBe('2026-03-01T00:00:00Z');
    expect(readTime(' 2026-03-01 12:30 ')).toBe('2026-03-01T12:30:00Z');
    expect(readTime('2026-03-01T12:30')).toBe('2026-03-01T12:30:00Z');
    expect(readTime('2026-03-01T08:00:00+08:00')).toBe('2026-03-01T00:00:00Z');
    expect(readTime('2026-03-01T00:00:00.5Z')).toBe('2026-03-01T00:00:00Z');
  });

  it('refuses what is no time', () => {
    for (const text of ['', 'yesterday', '2026-02-30', '2026-13-01', '2026-03-01 25:00', '2026-03-01 10:75', '1']) {
      expect(readTime(text), text).toBeUndefined();
    }
  });
});

describe('shortTime', () => {
  it('cuts to the minute', () => {
    expect(shortTime('2026-03-01T12:30:59Z')).toBe('2026-03-01 12:30');
    expect(shortTime('2026-03-01T12:30:59.123456Z', true)).toBe('2026-03-01 12:30:59');
    expect(shortTime('∞')).toBe('∞');
    expect(day('2026-03-01T12:30:59Z')).toBe('2026-03-01');
  });
});

describe('span', () => {
  it('takes the largest unit that fits', () => {
    expect(span(-5)).toEqual({ n: 0, unit: 's' });
    expect(span(59)).toEqual({ n: 59, unit: 's' });
    expect(span(3_599)).toEqual({ n: 59, unit: 'min' });
    expect(span(172_799)).toEqual({ n: 47, unit: 'h' });
    expect(span(172_800)).toEqual({ n: 2, unit: 'd' });
  });
});

describe('addDays', () => {
  it('steps over months', () => {
    expect(addDays('2026-03-01T00:00:00Z', -1)).toBe('2026-02-28T00:00:00Z');
  });
});
