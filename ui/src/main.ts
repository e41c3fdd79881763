import { mount } from 'svelte';
import App from './App.svelte';
import { connect } from './lib/api/client';
import { place } from './lib/place.svelte';
import { session } from './lib/session.svelte';
import { locale } from './locales/index.svelte';
import './styles/tokens.css';
import './styles/base.css';

async function start(target: HTMLElement): Promise<void> {
  if (__FIXTURE__) connect((await import('./platform/fixture')).fixture);
  else connect((await import('./platform/tauri')).tauri);
  locale.start();
  place.follow();
  session.start();
  mount(App, { target });
}

const target = document.getElementById('app');
if (target) void start(target);
