import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtDashboard } from '../../dashboard/built.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';

let plain: TestApp;
let secure: TestApp;
let folder: ReturnType<typeof builtDashboard>;
beforeAll(async () => {
  folder = builtDashboard();
  plain = await startTestApp({ dashboardFolder: folder.dashboard });
  const env = { PUBLIC_URL: 'https://otp.example.test' };
  secure = await startTestApp({ dashboardFolder: folder.dashboard, env });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
  folder.remove();
});

const HSTS = 'strict-transport-security';

/** Bytes that never become a request. */
function nonsense(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** The status and the `Allow` of a request with any method. */
async function allowedBy(url: string, method: string, path: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  const answer = (await socket.setEncoding('utf8').toArray()).join('');
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  const [, allow] = /^allow: ([^\r]*)/im.exec(answer) ?? [];
  return [Number(status), allow];
}

describe('an address with another method', () => {
  it.each(['QUERY', 'PROPFIND', 'UNKNOWN', 'PUT'])(
    'answers 405 with the methods it has: %s',
    async (method) => {
      expect(await allowedBy(plain.url, method, '/api/otp/credit')).toEqual([405, 'GET, HEAD']);
      expect(await allowedBy(plain.url, method, '/api/unknown')).toEqual([
        method === 'UNKNOWN' ? 400 : 404,
        undefined,
      ]);
    },
  );

  it('names no methods of a sibling address with a parameter', async () => {
    expect(await allowedBy(plain.url, 'OPTIONS', '/api/otp/messages/search')).toEqual([405, 'POST']);
    expect(await allowedBy(plain.url, 'OPTIONS', '/api/otp/messages/other')).toEqual([405, 'GET, HEAD']);
    expect(await allowedBy(plain.url, 'OPTIONS', '/api/admin/devices/alerts')).toEqual([405, 'GET, HEAD']);
  });

  it('answers 405 where the sibling takes the last part for a parameter', async () => {
    const { key } = await createAccount(plain);
    const answer = await plain.api.get('/api/otp/messages/search', { token: key });
    expect(answer).toAnswer(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await plain.api.get('/api/otp/messages/other', { token: key })).toAnswer(404);
  });
});

describe('an answer of the API', () => {
  it('is kept by nobody, whatever it says', async () => {
    const { key } = await createAccount(plain);
    const answers = await Promise.all([
      plain.api.get('/api/otp/credit', { token: key }),
      plain.api.get('/api/settings'),
      plain.api.get('/api/otp/credit'),
      plain.api.get('/api/unknown'),
      plain.api.get('/api/otp/%ff%zz'),
      plain.api.get('/health/live'),
      plain.api.get('/metrics'),
      plain.api.get('/docs/openapi.json'),
      plain.api.put('/api/otp/send', {}),
      plain.api.post('/api/otp/send', sendBody(), { token: key }),
      plain.api.post('/api/otp/send', undefined, { token: key, raw: '{' }),
      plain.api.post('/api/auth/login', { username: 'admin', password: 'admin-password' }),
    ]);
    for (const { headers, text } of answers) expect(headers.get('cache-control'), text).toBe('no-store');
    expect(await nonsense(plain.url)).toMatch(/^cache-control: no-store\r$/im);
  });

  it('says to come by TLS only where the service is reached by TLS', async () => {
    for (const path of ['/', '/docs', '/api/settings', '/api/unknown', '/assets/unknown.js']) {
      const answer = await fetch(secure.url + path);
      expect(answer.headers.get(HSTS), path).toBe('max-age=31536000');
      expect((await fetch(plain.url + path)).headers.get(HSTS), path).toBeNull();
    }
  });
});

describe('the page of the API', () => {
  it.each(['/docs', '/docs/', '/docs/index.html', '/docs/account', '/docs/admin/'])(
    'has the policy of the dashboard, and no frame around it: %s',
    async (path) => {
      const [docs, dashboard] = await Promise.all([fetch(plain.url + path), fetch(`${plain.url}/`)]);
      const policies = [docs, dashboard].map(({ headers }) => headers.get('content-security-policy') ?? '');
      const [own, other] = policies.map((policy) => policy.replace(/'nonce-[^']+'/, 'NONCE'));
      expect(own).toBe(other);
      expect(own).toContain("frame-ancestors 'none'");
      expect([docs, dashboard].map(({ headers }) => headers.get('x-frame-options'))).toEqual([
        'DENY',
        'DENY',
      ]);
      const nonce = /'nonce-([^']+)'/.exec(policies[0] ?? '')?.[1];
      const html = await docs.text();
      expect(html.match(/<style[^>]*>/g)).toEqual(Array(2).fill(`<style nonce="${nonce}">`));
      expect(html).not.toMatch(/ style=|<script>|javascript:| on\w+=/);
    },
  );

  it('keeps no credential', async () => {
    const script = await (await fetch(`${plain.url}/docs/swagger-ui-init.js`)).text();
    expect(script).toContain('"persistAuthorization": false');
  });
});
