import type { Platform } from '../../platform/types';
import type { Command, ReplyOf, RequestOf } from './commands';
import type { ApiError } from './generated/ApiError';

let platform: Platform | undefined;

/** Says what lies behind the window; once, before anything is asked. */
export function connect(to: Platform): void {
  platform = to;
}

function connected(): Platform {
  if (!platform) throw new Error('nothing is connected');
  return platform;
}

/** Asks one question. Rejects with an `ApiError`, whatever went wrong. */
export async function ask<C extends Command>(command: C, request: RequestOf<C>): Promise<ReplyOf<C>> {
  try {
    return await connected().ask(command, request);
  } catch (error) {
    throw asApiError(error);
  }
}

/** Reads what is new from the sources. Rejects with an `ApiError`. */
export async function sync(...parameters: Parameters<Platform['sync']>): ReturnType<Platform['sync']> {
  try {
    return await connected().sync(...parameters);
  } catch (error) {
    throw asApiError(error);
  }
}

/** Asks the running sync to stop at the next safe place. */
export async function cancelSync(): Promise<void> {
  try {
    await connected().cancelSync();
  } catch (error) {
    throw asApiError(error);
  }
}

/** Makes an `ApiError` of anything that was thrown. */
export function asApiError(error: unknown): ApiError {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const { code, message } = error;
    const hint = 'hint' in error ? error.hint : '';
    return { code: String(code), message: String(message), hint: typeof hint === 'string' ? hint : '' };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'window', message, hint: '' };
}
