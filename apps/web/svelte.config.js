import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// The names of classes come from their styles alone, so that the bundle is the same wherever it is built.
export default { preprocess: vitePreprocess(), compilerOptions: { cssHash: ({ hash, css }) => `z-${hash(css)}` } };
