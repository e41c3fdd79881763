// The only file that knows Tauri.
import { Channel, invoke } from '@tauri-apps/api/core';
import type { SyncEvent } from '../lib/api/generated/SyncEvent';
import type { Platform } from './types';

export const tauri: Platform = {
  ask: (command, request) => invoke(command, { request }),
  sync(request, onEvent) {
    const events = new Channel<SyncEvent>();
    events.onmessage = onEvent;
    return invoke('start_sync', { request, events });
  },
  cancelSync: () => invoke('cancel_sync'),
};
