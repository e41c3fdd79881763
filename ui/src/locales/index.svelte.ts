import { en } from './en';
import { zhCN } from './zh-CN';

export type Key = keyof typeof en;
export type Language = 'en' | 'zh-CN';
export type Values = Readonly<Record<string, string | number>>;

const MESSAGES: Record<Language, Readonly<Record<Key, string>>> = { en, 'zh-CN': zhCN };
const STORE_KEY = 'cairn.language';

class Locale {
  language = $state<Language>('en');

  start(): void {
    const stored = localStorage.getItem(STORE_KEY) ?? navigator.language;
    this.#use(stored.startsWith('zh') ? 'zh-CN' : 'en');
  }

  turn(): void {
    this.#use(this.language === 'en' ? 'zh-CN' : 'en');
    localStorage.setItem(STORE_KEY, this.language);
  }

  #use(language: Language): void {
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const locale = new Locale();

/** Fills `{name}` with a value and `{n|row|rows}` with the form for the number `n`. */
export function fill(message: string, values: Values = {}): string {
  return message.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one !== undefined && many !== undefined) return value === 1 ? one : many;
    return String(value);
  });
}

/** Returns the message in the chosen language. */
export function t(key: Key, values?: Values): string {
  return fill(MESSAGES[locale.language][key], values);
}

/**
 * Returns the message of a word that the program sent, such as a basis or a gap's code. A word of a newer program
 * has none and is shown as it came.
 */
export function term(group: 'basis' | 'gap' | 'kind' | 'link' | 'role' | 'stage' | 'decision' | 'resolved' | 'via' | 'digest' | 'evidence', word: string): string {
  const key = `${group}.${word}`;
  return isKey(key) ? t(key) : word;
}

function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}
