import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { builtDashboard, HTML, SCRIPT } from './built.js';

let test: TestApp;
let folder: ReturnType<typeof builtDashboard>;
beforeAll(async () => {
  folder = builtDashboard();
  test = await startTestApp({ dashboardFolder: folder.dashboard });
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const visit = (path: string, init: RequestInit = {}) =>
  fetch(test.url + path, { redirect: 'manual', headers: BROWSER, ...init });

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';

interface Plain {
  head: string;
  body: Buffer;
}

/** A GET as it stands, which no client tidies up, and its answer as the bytes came. */
function plainGet(target: string, ...headers: string[]): Promise<Plain> {
  const { hostname, port } = new URL(test.url);
  const lines = [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''];
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(lines.join('\r\n')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n') + 2;
      resolve({ head: answer.subarray(0, end).toString(), body: answer.subarray(end + 2) });
    });
  });
}

describe('the page', () => {
  it.each([
    '/',
    '/?lang=en',
    '/login',
    '/history?status=failed&page=2',
    '/admin/devices/7',
    '/apiary',
    '/%2Fx',
  ])('is at %s', async (path) => {
    const response = await visit(path);
    await expect(response).toAnswer(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe(HTML.replaceAll('__CSP_NONCE__', nonceOf(response)));
  });

  it('is at / for those too that ask for nothing in particular', async () => {
    const response = await visit('/', { headers: {} });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('may load what is its own and nothing else', async () => {
    const { headers } = await visit('/');
    const policy = headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/)));
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'x-request-id': expect.any(String) as string,
    });
  });

  it('has another nonce each time, the same in header and markup', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit('/')));
    const nonces = new Set<string>();
    for (const answer of answers) {
      const nonce = nonceOf(answer);
      expect(nonce).toMatch(/^[\w-]{22}$/);
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(20);
  });

  it('answers HEAD with its headers and no body', async () => {
    const response = await visit('/history', { method: 'HEAD' });
    await expect(response).toAnswer(200);
    expect(await response.text()).toBe('');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
  });
});

describe('an address that is no page’s', () => {
  it.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/api?x',
    '/docs/unknown',
    '/health',
    '/metrics/x',
    '/metrics%00',
    '//api/admin/devices',
    '/api%2Funknown',
    '/assets/gone-A1.js',
  ])('is a 404 in our envelope, to a browser too: %s', async (path) => {
    const answer = await test.api.get(path, { headers: BROWSER });
    expect(answer).toAnswer(404, 'not_found');
  });

  it('is the same 404 to whoever does not ask for a page, and for other methods', async () => {
    for (const accept of ['*/*', 'application/json', 'image/avif,image/webp'])
      expect((await test.api.get('/favicon.ico', { headers: { accept } })).body.code).toBe('not_found');
    expect((await test.api.post('/login', {}, { headers: BROWSER })).body.code).toBe('not_found');
  });

  it('goes on to be what it is', async () => {
    expect(await test.api.get('/health/live', { headers: BROWSER })).toAnswer(200);
    const wrongMethod = await test.api.get('/api/auth/login', { headers: BROWSER });
    expect(wrongMethod).toAnswer(405);
    expect(wrongMethod.headers.get('allow')).toBe('POST');
    expect(await (await visit('/docs')).text()).toContain('swagger-ui');
  });
});

describe('the files', () => {
  const SCRIPT_PATH = '/assets/index-A1b2C3.js';

  it('with a hash in their name are kept for a year, the others looked at again', async () => {
    const script = await visit(SCRIPT_PATH);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(text|application)\/javascript/) as string,
      'x-content-type-options': 'nosniff',
    });
    const icon = await visit('/icon.svg');
    expect([icon.headers.get('cache-control'), icon.headers.get('content-type')]).toEqual([
      'no-cache',
      'image/svg+xml',
    ]);
    const etag = icon.headers.get('etag') ?? '';
    const again = await plainGet('/icon.svg', `If-None-Match: ${etag}`);
    expect(again.head).toMatch(/^HTTP\/1.1 304 /);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('go out as they were compressed when they were built: %s', async (encoding, decompress) => {
    const { head, body } = await plainGet(SCRIPT_PATH, `Accept-Encoding: ${encoding}`);
    expect(head).toMatch(new RegExp(`content-encoding: ${encoding}\r\n`, 'i'));
    expect(head).toMatch(/vary: accept-encoding\r\n/i);
    expect(head).toMatch(/immutable/);
    expect(decompress(body).toString()).toBe(SCRIPT);
  });

  it('go out plain to those who take nothing else, and where there is nothing else', async () => {
    const { head, body } = await plainGet(SCRIPT_PATH, 'Accept-Encoding: identity');
    expect(head).not.toMatch(/content-encoding/i);
    expect(body.toString()).toBe(SCRIPT);
    const style = await plainGet('/assets/index-D4e5F6.css', 'Accept-Encoding: br, gzip');
    expect(style.body.toString()).toBe('body{margin:0}');
  });

  it('answer HEAD, and no method that writes', async () => {
    const head = await visit(SCRIPT_PATH, { method: 'HEAD' });
    await expect(head).toAnswer(200);
    expect(await head.text()).toBe('');
    const answer = await test.api.post(SCRIPT_PATH, {});
    expect(answer).toAnswer(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets//../../secret.txt',
    '/..;/secret.txt',
    '//etc/passwd',
    '/assets/%00/../../secret.txt',
    '/.vite/manifest.json',
    '/assets/index-A1b2C3.js.map',
    '/assets/index-A1b2C3.js.br',
    '/index.html%00.js',
  ])('are the only ones: %s', async (target) => {
    const answer = await plainGet(target, 'Accept: text/html');
    const body = answer.body.toString();
    expect(body).not.toContain('not for anyone');
    expect(body).not.toContain('root:');
    // A page, which says that there is no such thing, or one of our failures.
    if (answer.head.startsWith('HTTP/1.1 200')) expect(body).toContain('<div id="root">');
    else expect(body).toContain('"success":false');
  });
});

describe('a dashboard that is not built', () => {
  it('says how to build it, and the API works without', async () => {
    const bare = await startTestApp({ dashboardFolder: join(folder.path, 'nothing-here') });
    onTestFinished(() => bare.close());
    for (const path of ['/', '/login']) {
      const answer = await bare.api.get(path, { headers: BROWSER });
      expect(answer).toAnswer(404, 'not_found');
      expect(answer.body.message).toContain('npm run build');
    }
    expect(bare.logs.join()).toContain('the dashboard is not built');
    expect(await bare.api.get('/api/settings')).toAnswer(200);
    expect((await bare.api.get('/api/unknown', { headers: BROWSER })).body.message).not.toContain('build');
  });
});
