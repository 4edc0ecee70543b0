import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from '../common/random.js';

/** Stands in index.html wherever the nonce of a request belongs. */
const NONCE = '__CSP_NONCE__';

/** What the page may load and do: its own files and this API, styles of its own making, and no frame around it. */
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

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // It names the files of one build, and holds the nonce of one answer.
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** The one page of the dashboard, as it was built. */
export class Page {
  private constructor(private readonly html: string) {}

  /** `undefined` when the dashboard is not built. */
  static read(folder: string): Page | undefined {
    try {
      return new Page(readFileSync(join(folder, 'index.html'), 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** For one request: every answer has a nonce of its own. */
  answer(): { headers: Record<string, string>; html: string } {
    const nonce = randomToken(16);
    const headers = { ...HEADERS, 'content-security-policy': policyOf(nonce) };
    return { headers, html: this.html.replaceAll(NONCE, nonce) };
  }
}
