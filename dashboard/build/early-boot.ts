import type { Plugin } from 'vite';

const DEFERRED = '<script type="module" crossorigin src="/assets/boot-';

/** Makes the boot script async: it prefetches data and must not wait for the styles. */
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
