import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from './place.svelte';

describe('address', () => {
  it('reads what it writes', () => {
    const spot = {
      screen: 'timeline' as const,
      app: 'pay & ship',
      at: '2026-03-01T00:00:00Z',
      panel: { kind: 'chain' as const, subject: 'eu/shop/Deployment/api/web' },
    };
    expect(readAddress(writeAddress(spot))).toEqual(spot);
  });

  it('opens on the fleet, whatever stands there', () => {
    for (const hash of ['', '#', '#/', '#/nowhere', '#//?=&&']) expect(readAddress(hash).screen, hash).toBe('fleet');
  });
});
