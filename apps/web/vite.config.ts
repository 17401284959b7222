import { svelte } from '@sveltejs/vite-plugin-svelte';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

// What lies in assets carries a hash of its content in its name: the server lets browsers keep it for ever.
export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: { proxy: { '/api/v1': process.env['ZERMELO_SERVER'] ?? 'http://127.0.0.1:8080' } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
