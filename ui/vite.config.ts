import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `--mode fixture` builds the same pages over recorded replies, to be opened without the program behind them.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: './',
  define: { __FIXTURE__: JSON.stringify(mode === 'fixture' || mode === 'test') },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Inlined pictures would need `data:` in places where the content policy has none.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, strictPort: true },
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
}));
