import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyBoot } from './build/early-boot.js';
import { leanMantine } from './build/lean-mantine.js';
import { precompileMessages } from './build/precompile-messages.js';
import { precompress } from './build/precompress.js';

/** `npm run dev` has the pages from here and the API from the service, wherever that runs. */
const SERVICE = process.env['SANDI_URL'] ?? 'http://127.0.0.1:3000';

// The tests build too, and their NODE_ENV would get them React's development build, with words and sizes of its own.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

const BOOT =
  /\/src\/(?:boot|api\/prefetch|api\/link-token|api\/session-hint|i18n\/languages)\.ts$|vite\/preload-helper/;
/** The login pages, and the form parts that other pages share. */
const AUTH = /\/src\/(?:pages\/auth|layout\/auth-hero|components\/(?:use-api-form|password-field))/;
/**
 * Small things that several pages need: in one piece they are many names fewer in the list of pieces, which is part of the
 * first load. None of them imports a large part of Mantine.
 */
const BITS = new RegExp(
  [
    String.raw`/@tabler/icons-react/`,
    String.raw`/@mantine/(?:hooks|core/esm/core)/`,
    String.raw`/src/components/(?:use-[\w-]+|[\w-]+\.rules|back-link|channel-names|clear-filters|email-badge|empty-state)\.tsx?$`,
    String.raw`/src/components/(?:facts|focus-on-mount|masked-phone|money|mono|section|status-badge|tag|time-ago)\.tsx$`,
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), leanMantine(), precompileMessages(), earlyBoot(), precompress()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Runs before the frame has come, and so may need nothing of it.
            { name: 'boot', test: BOOT },
            // What every page needs, and the home page, come in one piece: it compresses better, and costs one request instead
            // of thirty. So do the login pages.
            { name: 'frame', tags: ['$initial'] },
            { name: 'auth', test: AUTH },
            { name: 'bits', test: BITS, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '^/(api|docs|health|metrics)(/|$)': SERVICE } },
});
