import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Message } from '../../../src/otp/message.entities.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let key: string;
let written: number;
beforeAll(async () => {
  service = await startTestService({ env: { REQUEST_TIMEOUT_MS: '1000' } });
  ({ key } = await createAccount(service));
  written = await service.database.read.count(Message);
});
afterAll(() => service.close());
keepBooks(() => service);

const json = { 'content-type': 'application/json' };
const deep = (depth: number) => '{"phone":'.concat('['.repeat(depth), ']'.repeat(depth), '}');

const BODIES: [string, string | Buffer, Record<string, string>, number, string][] = [
  ['malformed JSON', '{"phone":', json, 400, 'malformed_json'],
  ['an empty body', '', json, 400, 'parameter_missing'],
  ['an array', '[]', json, 400, 'body_invalid'],
  ['a number', '7', json, 400, 'body_invalid'],
  ['null', 'null', json, 400, 'body_invalid'],
  ['__proto__', '{"__proto__":{"admin":true},"phone":"081234567890"}', json, 400, 'malformed_json'],
  ['constructor.prototype', '{"constructor":{"prototype":{"a":1}}}', json, 400, 'malformed_json'],
  ['constructor', '{"phone":{"constructor":1}}', json, 400, 'malformed_json'],
  ['prototype, in escapes', '{"a":[{"b":{"\\u0070rototype":1}}]}', json, 400, 'malformed_json'],
  ['deep nesting', deep(5000), json, 400, 'body_invalid'],
  ['a megabyte', JSON.stringify({ phone: 'x'.repeat(1_000_000) }), json, 413, 'body_too_large'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json, 400, 'malformed_json'],
  [
    'a form',
    'phone=081234567890',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'unsupported_media_type',
  ],
  ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ['a compressed body', '{}', { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  ['a broken content type', '{}', { 'content-type': ';;;' }, 415, 'unsupported_media_type'],
];

describe('a send with a bad body', () => {
  it.each(BODIES)(
    'answers %s with an envelope and writes nothing',
    async (_name, raw, headers, status, code) => {
      const answer = await service.api.post('/api/otp/send', undefined, { token: key, raw, headers });
      expect(answer).toAnswer(status, {
        code: code,
        success: false,
        request_id: answer.headers.get('x-request-id'),
      });
      expect(await service.database.read.count(Message)).toBe(written);
    },
  );

  it('answers a stranger 401 before it looks at the body', async () => {
    const answer = await service.api.post('/api/otp/send', undefined, { raw: '{broken', headers: json });
    expect(answer.body.code).toBe('api_key_missing');
  });

  it('refuses a body longer than it said it would be, in chunks', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 64; i++) controller.enqueue(Buffer.alloc(1024, 'x'));
        controller.close();
      },
    });
    const response = await fetch(`${service.url}/api/otp/send`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${key}` },
      body,
      duplex: 'half',
    });
    await expect(response).toAnswer(413);
  });
});

describe('an address', () => {
  it.each([
    '/api',
    '/api/otp',
    '/api/otp/send/extra',
    '/api/otp/send%00',
    '/%2e%2e/etc/passwd',
    '/API/OTP/CREDIT',
  ])('that is unknown is a 404: %s', async (path) => {
    const answer = await service.api.get(path, { token: key });
    expect(answer).toAnswer(404, 'not_found');
  });

  it.each([
    ['GET', '/api/otp/send', 'POST'],
    ['DELETE', '/api/otp/history', 'GET, HEAD'],
    ['PUT', '/api/admin/users/1', 'GET, HEAD'],
    ['GET', '/api/webhook/gateway', 'POST'],
  ])('under the wrong method is a 405 that names the right one: %s %s', async (method, path, allow) => {
    const answer = await service.api.call(method, path, { token: key });
    expect(answer).toAnswer(405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toEqual(allow);
  });

  it('that cannot be decoded is a 400', async () => {
    const answer = await service.api.get('/api/otp/%ff%zz', { token: key });
    expect(answer).toAnswer(400);
  });
});

const talk = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
  });

describe('bytes that are no request', () => {
  it.each([
    ['nonsense', 'NONSENSE\r\n\r\n', '400'],
    ['headers of 100 kB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`, '431'],
    ['headers that never end', 'POST /api/otp/send HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n', '408'],
  ])('are answered with an envelope: %s', async (_name, bytes, status) => {
    const answer = await talk(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('"success":false');
    expect(answer.toLowerCase()).toContain('x-request-id');
  });
});

describe('a request that HTTP/1.1 does not allow', () => {
  it.each([
    ['no Host', 'Connection: close\r\n'],
    ['an Expect that we do not know', 'Host: x\r\nExpect: foo\r\nConnection: close\r\n'],
  ])('is answered with an envelope: %s', async (_name, headers) => {
    const answer = await talk(`GET /health/live HTTP/1.1\r\n${headers}\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"code":"bad_request"');
    expect(answer.toLowerCase()).toContain('x-request-id');
  });

  it('but HTTP/1.0 needs no Host, and 100-continue is known', async () => {
    expect(await talk('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    const answer = await talk(
      'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('HTTP/1.1 200 ');
  });
});

it('answers 400 when the chunks of a body are broken, and logs no timeout', async () => {
  const head = [
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const logged = service.logs.length;
  const answer = await talk(`POST /api/otp/send HTTP/1.1\r\nHost: x\r\n${head.join('\r\n')}\r\n\r\nZZ\r\n{}`);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('"code":"bad_request"');
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
  await expect.poll(() => service.logs.slice(logged).join('')).toContain('"code":"bad_request"');
  expect(service.logs.slice(logged).join('')).not.toContain('request_timeout');
});

it('answers 408 when the body never comes', async () => {
  const head = [`Authorization: Bearer ${key}`, 'Content-Type: application/json', 'Content-Length: 99'];
  const answer = await talk(`POST /api/otp/send HTTP/1.1\r\nHost: x\r\n${head.join('\r\n')}\r\n\r\n{"phone"`);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain('request_timeout');
});

it('goes on serving after all of that', async () => {
  expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
});
