// Text must be readable on every ground that it stands on: WCAG 2.2 AA asks for a contrast of 4.5.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split(":root[data-theme='dark']");

function tokens(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['ground', 'surface', 'surface-2', 'surface-3', 'hover'];
const PAIRS: [string, string[]][] = [
  ['ink', [...GROUNDS, 'accent-soft', 'matched-soft', 'contradicted-soft', 'unknown-soft']],
  ['ink', [0, 1, 2, 3, 4, 5, 6, 7].map((hue) => `hue-${hue}`)],
  ['ink-2', [...GROUNDS, 'accent-soft', 'unknown-soft']],
  ['ink-3', ['ground', 'surface', 'surface-2']],
  ['accent', ['surface', 'accent-soft']],
  ['accent-ink', ['accent']],
  ['matched', ['surface', 'matched-soft', 'accent-soft']],
  ['contradicted', ['surface', 'contradicted-soft']],
  ['unknown', ['surface', 'unknown-soft', 'accent-soft']],
  ['stale', ['surface', 'surface-2']],
];

describe.each([
  ['light', tokens(light)],
  ['dark', { ...tokens(light), ...tokens(dark) }],
])('%s', (_, theme) => {
  it.each(PAIRS)('%s is readable', (ink, grounds) => {
    for (const ground of grounds) {
      const ratio = contrast(theme[ink] ?? '', theme[ground] ?? '');
      expect(ratio, `${ink} on ${ground}: ${ratio.toFixed(2)}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
