import { svelte } from '@sveltejs/vite-plugin-svelte';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

// The names in dist carry no hash of the content: the server sends ETags, and a bundle that is checked in should differ in few places.
export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
  server: { proxy: { '/api': process.env['ZERMELO_SERVER'] ?? 'http://127.0.0.1:8080' } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
