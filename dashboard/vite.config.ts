import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompileMessages } from './build/precompile-messages.js';
import { precompress } from './build/precompress.js';

/** `npm run dev` has the pages from here and the API from the service, wherever that runs. */
const SERVICE = process.env['SANDI_URL'] ?? 'http://127.0.0.1:3000';

// The tests build too, and their NODE_ENV would get them React's development build, with words and sizes of its own.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  plugins: [react(), precompileMessages(), precompress()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Data addresses would be one more thing for the Content-Security-Policy to allow.
    assetsInlineLimit: 0,
    // Every browser that the target allows preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every page needs comes in one piece: it compresses better, and costs one request instead of thirty.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '^/(api|docs|health|metrics)(/|$)': SERVICE } },
});
