import type { CommonSettings } from '../process/common-settings.js';

const YEAR_SECONDS = 31_536_000;

/** Headers of every response: nothing is cached. */
export const COMMON_RESPONSE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The headers of every response, with HSTS if the public address is https. */
export function securityHeaders({ publicUrl }: CommonSettings): Record<string, string> {
  return {
    ...COMMON_RESPONSE_HEADERS,
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  };
}

/** Our pages load only their own files and call only this API. */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The headers of a page; `nonce` is of this response and allows its styles. */
export const pageHeaders = (nonce: string): Record<string, string> => ({
  'content-security-policy': policyOf(nonce),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
});
