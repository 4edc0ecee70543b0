import type { Plugin } from 'vite';

const DEFERRED = '<script type="module" crossorigin src="/assets/boot-';

/** The boot waits for no styles, as scripts do that run in their order: what it asks for is what takes longest. */
export const earlyBoot = (): Plugin => ({
  name: 'sandi:early-boot',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      if (!html.includes(DEFERRED)) throw new Error('The boot is no script of its own any more.');
      return html.replace(DEFERRED, DEFERRED.replace('<script', '<script async'));
    },
  },
});
