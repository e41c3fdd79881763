import { describe, expect, it, vi } from 'vitest';
import { Resource } from './resource.svelte';

function later<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('Resource', () => {
  it('drops the reply to an older question', async () => {
    const resource = new Resource<string>();
    const first = later<string>();
    const second = later<string>();
    const one = resource.load(() => first.promise);
    const two = resource.load(() => second.promise);
    second.resolve('second');
    await two;
    first.resolve('first');
    await one;
    expect(resource.value).toBe('second');
    expect(resource.loading).toBe(false);
  });

  it('drops the failure of an older question', async () => {
    const resource = new Resource<string>();
    const first = later<string>();
    const one = resource.load(() => first.promise);
    await resource.load(async () => 'second');
    first.reject('late');
    await one;
    expect(resource.error).toBeUndefined();
  });

  it('keeps the last answer beside an error', async () => {
    const resource = new Resource<string>();
    await resource.load(async () => 'answer');
    await resource.load(() => Promise.reject({ code: 'c', message: 'm', hint: 'h' }));
    expect(resource.value).toBe('answer');
    expect(resource.error?.hint).toBe('h');
  });

  it('says that it is slow only after a while', async () => {
    vi.useFakeTimers();
    const resource = new Resource<string>();
    const question = later<string>();
    const load = resource.load(() => question.promise);
    vi.advanceTimersByTime(100);
    expect(resource.slow).toBe(false);
    vi.advanceTimersByTime(100);
    expect(resource.slow).toBe(true);
    question.resolve('x');
    await load;
    expect(resource.slow).toBe(false);
    vi.useRealTimers();
  });
});
