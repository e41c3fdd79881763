import type { Command, ReplyOf, RequestOf } from '../lib/api/commands';
import type { SyncEvent } from '../lib/api/generated/SyncEvent';
import type { SyncReply } from '../lib/api/generated/SyncReply';
import type { SyncRequest } from '../lib/api/generated/SyncRequest';

/** What lies behind the window. Every method rejects with an `ApiError`-shaped value or something unforeseen. */
export type Platform = {
  ask<C extends Command>(command: C, request: RequestOf<C>): Promise<ReplyOf<C>>;
  sync(request: SyncRequest, onEvent: (event: SyncEvent) => void): Promise<SyncReply>;
  cancelSync(): Promise<void>;
};
