import { describe, expect, it } from 'vitest';
import { KeyReader } from './keyboard';

describe('KeyReader', () => {
  const pressed: string[] = [];
  const reader = new KeyReader({
    '/': () => pressed.push('/'),
    'g f': () => pressed.push('g f'),
    f: () => pressed.push('f'),
  });

  it('reads keys and sequences', () => {
    expect(reader.press('/', 0)).toBe(true);
    expect(reader.press('g', 10)).toBe(false);
    expect(reader.press('f', 20)).toBe(true);
    expect(reader.press('f', 30)).toBe(true);
    expect(pressed).toEqual(['/', 'g f', 'f']);
  });

  it('forgets a sequence that took too long', () => {
    pressed.length = 0;
    reader.press('g', 0);
    reader.press('f', 5_000);
    expect(pressed).toEqual(['f']);
  });
});
