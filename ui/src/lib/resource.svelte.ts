import { asApiError } from './api/client';
import type { ApiError } from './api/generated/ApiError';

/** Local answers come within a few milliseconds; only what takes longer is worth a word. */
const SLOW_AFTER_MS = 150;

/**
 * The state of one question: its last answer, what went wrong, whether it is being asked.
 *
 * Replies may come back in another order than they were asked for; only the last question counts.
 */
export class Resource<T> {
  value = $state.raw<T | undefined>();
  error = $state.raw<ApiError | undefined>();
  loading = $state(false);
  /** Whether the current question has taken long enough to say so. */
  slow = $state(false);

  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks anew. The last answer stays until the new one is there. */
  async load(question: () => Promise<T>): Promise<void> {
    const turn = ++this.#turn;
    this.loading = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.slow = true), SLOW_AFTER_MS);
    try {
      const value = await question();
      if (turn !== this.#turn) return;
      this.value = value;
      this.error = undefined;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.error = asApiError(error);
    }
    this.#settle();
  }

  /** Forgets the answer and whatever is under way. */
  clear(): void {
    this.#turn++;
    this.value = undefined;
    this.error = undefined;
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.loading = false;
    this.slow = false;
  }
}
