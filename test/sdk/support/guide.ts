import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packed.js';

const PAGES = ['quick-start', 'sending', 'verifications', 'webhooks', 'errors'];

/** The pages for integrators, as one text. */
export const guide = () =>
  PAGES.map((page) => readFileSync(join(ROOT, 'docs', `${page}.md`), 'utf8')).join('\n');
