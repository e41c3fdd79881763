import type { Change } from './api/generated/Change';

export const SCREENS = ['fleet', 'timeline', 'changes', 'sources'] as const;
export type Screen = (typeof SCREENS)[number];

/** What lies open beside the screen. */
export type Panel =
  /** `at`: a moment of its own, where the chain of something past is shown beside a screen of now. */
  | { kind: 'chain'; subject: string; beside?: string[]; at?: string }
  | { kind: 'declaration'; path: string; repo?: string; slot?: string; commit?: string }
  | { kind: 'change'; change: Change };

type Spot = { screen: Screen; app: string | undefined; at: string | undefined; panel: Panel | undefined };

/** Reads a place from the address: `#/timeline?app=pay&at=2026-03-01T00:00:00Z&chain=eu/shop/Deployment/api`. */
export function readAddress(hash: string): Spot {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const values = new URLSearchParams(query);
  const subject = values.get('chain');
  return {
    screen: SCREENS.find((screen) => screen === path) ?? 'fleet',
    app: values.get('app') ?? undefined,
    at: values.get('at') ?? undefined,
    panel: subject ? { kind: 'chain', subject } : undefined,
  };
}

/** Writes a place as an address; what lies beside the screen is kept only if it is a chain. */
export function writeAddress(spot: Spot): string {
  const values = new URLSearchParams();
  if (spot.app) values.set('app', spot.app);
  if (spot.at) values.set('at', spot.at);
  if (spot.panel?.kind === 'chain') values.set('chain', spot.panel.subject);
  const query = values.toString();
  return `#/${spot.screen}${query ? `?${query}` : ''}`;
}

/** Where the reader is: the screen, the app, the time, and what lies open beside. Back and forward work. */
class Place {
  screen = $state<Screen>('fleet');
  app = $state<string | undefined>();
  /** The time that every screen answers for; now, if undefined. */
  at = $state<string | undefined>();
  panel = $state.raw<Panel | undefined>();

  /** Follows the address and the history of the window. */
  follow(): void {
    this.#restore(readAddress(location.hash));
    window.addEventListener('popstate', (event: PopStateEvent) => {
      this.#restore(isSpot(event.state) ? event.state : readAddress(location.hash));
    });
  }

  /** Goes somewhere; what is not named stays as it is. A step of the history, unless it takes the place of the last. */
  go(to: Partial<Spot>, step: 'push' | 'replace' = 'push'): void {
    const spot: Spot = { screen: this.screen, app: this.app, at: this.at, panel: this.panel, ...to };
    this.#restore(spot);
    if (step === 'push') history.pushState(spot, '', writeAddress(spot));
    else history.replaceState(spot, '', writeAddress(spot));
  }

  openChain(subject: string, more: { beside?: string[]; at?: string } = {}): void {
    const again = this.panel?.kind === 'chain';
    this.go({ panel: { kind: 'chain', subject, ...more } }, again ? 'replace' : 'push');
  }

  closePanel(): void {
    if (this.panel) this.go({ panel: undefined });
  }

  #restore(spot: Spot): void {
    this.screen = spot.screen;
    this.app = spot.app;
    this.at = spot.at;
    this.panel = spot.panel;
  }
}

function isSpot(state: unknown): state is Spot {
  return typeof state === 'object' && state !== null && 'screen' in state;
}

export const place = new Place();
