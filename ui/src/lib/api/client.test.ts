import { describe, expect, it } from 'vitest';
import { ask, asApiError, connect } from './client';

describe('asApiError', () => {
  it('keeps what the program says', () => {
    const error = { code: 'store', message: 'cannot open', hint: 'free some space' };
    expect(asApiError(error)).toEqual(error);
  });

  it('makes something readable of anything else', () => {
    expect(asApiError(new Error('broken'))).toEqual({ code: 'window', message: 'broken', hint: '' });
    expect(asApiError('text').message).toBe('text');
    expect(asApiError(null).message).toBe('null');
    expect(asApiError({ code: 1, message: {} }).code).toBe('1');
  });
});

describe('ask', () => {
  it('rejects with an ApiError', async () => {
    connect({
      ask: () => Promise.reject('no'),
      sync: () => Promise.reject('no'),
      cancelSync: () => Promise.resolve(),
    });
    await expect(ask('sources', {})).rejects.toEqual({ code: 'window', message: 'no', hint: '' });
  });
});
