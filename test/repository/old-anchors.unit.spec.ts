import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { anchorsOf, read } from './tables.js';

/** The headings of docs/integrating.md before it became five pages. */
const OLD_ANCHORS =
  `integrating from-send-to-check the-first-otp answers retries failures-and-what-to-do of-a-send
  of-a-check of-a-verification of-a-hook of-every-request of-the-account-endpoints idempotency-key duplicates
  rate-limits brands statuses what-504-means reasons webhooks is-it-from-sandi credit-and-refunds
  the-story-of-a-message knowing-a-message-again finding-messages checking-a-code verifications lost-responses
  history requests-that-were-refused test-keys generated-clients auth-servers-and-frameworks
  coming-from-another-api`.split(/\s+/);

const PAGE = read('docs/integrating.md');

it('docs/integrating.md keeps every anchor that it had as one page', () => {
  expect(anchorsOf(PAGE)).toEqual(expect.arrayContaining(OLD_ANCHORS));
});

it.each(OLD_ANCHORS.slice(1))('docs/integrating.md#%s leads on to a heading', (anchor) => {
  const [, page, heading] =
    new RegExp(`<a id="${anchor}"></a>\\[[^\\]]+\\]\\(([^)#]+)#([^)]+)\\)`).exec(PAGE) ?? [];
  expect(anchorsOf(read(posix.join('docs', page ?? '')))).toContain(heading);
});
