import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageHeaders } from '../platform/http/index.js';
import { randomToken } from '../platform/ids/random.js';

/** Stands in index.html wherever the nonce of a request belongs. */
const NONCE = '__CSP_NONCE__';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // It names the files of one build, and holds the nonce of one answer.
  'cache-control': 'no-cache',
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
    const headers = { ...HEADERS, ...pageHeaders(nonce) };
    return { headers, html: this.html.replaceAll(NONCE, nonce) };
  }
}
