import { ask } from './api/client';
import type { WorkspaceReply } from './api/generated/WorkspaceReply';
import { Resource } from './resource.svelte';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const THEME_KEY = 'cairn.theme';

/** What all screens share: the workspace, the theme, and a count that rises when the workspace has changed. */
class Session {
  workspace = new Resource<WorkspaceReply>();
  theme = $state<Theme>('system');
  /** Rises when the workspace holds something new: every screen asks anew. */
  revision = $state(0);

  start(): void {
    const stored = localStorage.getItem(THEME_KEY);
    this.theme = THEMES.find((theme) => theme === stored) ?? 'system';
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', () => this.#paint(dark.matches));
    this.#paint(dark.matches);
    this.reload();
  }

  reload(): void {
    this.revision++;
    void this.workspace.load(() => ask('workspace', {}));
  }

  /** Takes the next of system, light and dark. */
  turnTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system';
    localStorage.setItem(THEME_KEY, this.theme);
    this.#paint(window.matchMedia('(prefers-color-scheme: dark)').matches);
  }

  #paint(systemIsDark: boolean): void {
    const dark = this.theme === 'dark' || (this.theme === 'system' && systemIsDark);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }
}

export const session = new Session();
