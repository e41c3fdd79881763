import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en';
import { fill } from './index.svelte';
import { zhCN } from './zh-CN';

const SOURCE = join(import.meta.dirname, '..');

function sources(): string {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !/locales\/(en|zh-CN)\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .join('\n');
}

/** Groups whose keys are put together at run time, from a word that the program sends. */
const PUT_TOGETHER = /^(basis|copy|decision|digest|evidence|gap|kind|link|resolved|review|role|span|stage|strength|theme|verdict|via|where)\./;

describe('locales', () => {
  it('have the same keys', () => {
    expect(Object.keys(zhCN)).toEqual(Object.keys(en));
  });

  it('name the same values', () => {
    const values = (message: string): string[] =>
      [...new Set([...message.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ''))].sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(values(zhCN[key]), key).toEqual(values(en[key]));
  });

  it('hold no key that nothing shows', () => {
    const text = sources();
    const unused = Object.keys(en).filter((key) => !PUT_TOGETHER.test(key) && !text.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});

describe('fill', () => {
  it('fills values and chooses forms', () => {
    expect(fill('{n} {n|gap|gaps}', { n: 1 })).toBe('1 gap');
    expect(fill('{n} {n|gap|gaps}', { n: 2 })).toBe('2 gaps');
    expect(fill('{absent}')).toBe('{absent}');
    expect(fill('{a}', { a: '{b}' })).toBe('{b}');
  });
});
