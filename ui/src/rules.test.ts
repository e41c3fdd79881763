// The rules of this folder, held by reading it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = import.meta.dirname;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(svelte|ts|css)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));

function breakers(rule: (file: string, text: string) => boolean): string[] {
  return files.filter(({ file, text }) => rule(file, text)).map(({ file }) => file);
}

describe('rules', () => {
  it('only platform/tauri.ts knows Tauri', () => {
    expect(breakers((_, text) => text.includes('@tauri-apps/'))).toEqual(['platform/tauri.ts']);
  });

  it('no colour stands outside of the tokens', () => {
    const colour = /(?:#[0-9a-f]{3,8}\b(?![^<]*<\/)|\brgba?\(|\bhsla?\()/i;
    const style = (file: string, text: string): string =>
      file.endsWith('.css') ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '');
    expect(breakers((file, text) => file !== 'styles/tokens.css' && colour.test(style(file, text)))).toEqual([]);
  });

  it('a feature imports components, lib, locales and itself', () => {
    const foreign = (file: string, text: string): boolean => {
      const own = /^features\/(\w+)\//.exec(file)?.[1];
      return !!own && [...text.matchAll(/from '\.\.\/(\w+)\//g)].some((match) => match[1] !== own);
    };
    expect(breakers(foreign)).toEqual([]);
  });

  it('components know no feature and no question', () => {
    const known = /from '\.\.\/(?:features|platform)\//;
    expect(breakers((file, text) => file.startsWith('components/') && known.test(text))).toEqual([]);
  });

  it('text is never markup', () => {
    expect(breakers((_, text) => /\{@html|innerHTML|insertAdjacentHTML/.test(text))).toEqual([]);
  });

  it('a file has at most 400 lines, except lists of texts', () => {
    const long = (file: string, text: string): boolean =>
      !file.startsWith('lib/api/generated/') && text.split('\n').length > 400;
    expect(breakers(long)).toEqual([]);
  });
});
