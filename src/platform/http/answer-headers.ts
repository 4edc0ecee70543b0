import type { CommonSettings } from '../process/common-settings.js';

const YEAR_SECONDS = 31_536_000;

/** Of every answer, whatever becomes of its request: nothing of an API is kept by whoever hands it on. */
export const STANDING_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/** The same where the service is reached by TLS: browsers that came so once never come without it. */
export function answerHeaders({ publicUrl }: CommonSettings): Record<string, string> {
  return {
    ...STANDING_HEADERS,
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  };
}
