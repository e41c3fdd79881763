/** Returns whether keys typed there are text and not commands. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** How long the second key of `g f` may take. */
const SEQUENCE_MS = 900;

/** Reads single keys and two-key sequences that start with `g`. */
export class KeyReader {
  #pending = 0;

  constructor(private readonly bindings: Readonly<Record<string, () => void>>) {}

  /** Runs what is bound to the key; returns whether there was something. */
  press(key: string, now: number): boolean {
    const sequence = this.#pending > now ? `g ${key}` : key;
    this.#pending = 0;
    const bound = this.bindings[sequence];
    if (bound) {
      bound();
      return true;
    }
    if (key === 'g') this.#pending = now + SEQUENCE_MS;
    return false;
  }
}
