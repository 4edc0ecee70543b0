import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../../support/app.js';
import { createAccount } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const QUIET_MS = 400;
const END_MS = 8_000;

let test: TestService;
let token: string;
beforeAll(async () => {
  test = await startTestService({ env: { REQUEST_TIMEOUT_MS: '2000' }, checkResponses: false });
  token = await userToken(test, (await createAccount(test)).userId);
});
afterAll(() => test.close());
keepBooks(() => test);

interface Reply {
  text: string;
  /** Of each answer, in order. */
  statuses: number[];
  closed: boolean;
}

/** Sends bytes, in pieces where there are several, and reads until the service closes or has been quiet for a while. */
async function send(bytes: string | string[], { untilClosed = false, pauseMs = 50 } = {}): Promise<Reply> {
  const { port } = new URL(test.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  let closed = false;
  let lastMs = performance.now();
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    lastMs = performance.now();
  });
  socket.on('close', () => (closed = true)).on('error', () => (closed = true));
  for (const [nth, piece] of [bytes].flat().entries()) {
    if (nth > 0) await sleep(pauseMs);
    if (!closed) socket.write(piece, 'latin1');
    lastMs = performance.now();
  }
  const deadlineMs = performance.now() + END_MS;
  const isOver = () => closed || (!untilClosed && text !== '' && performance.now() - lastMs > QUIET_MS);
  while (!isOver() && performance.now() < deadlineMs) await sleep(20);
  socket.destroy();
  const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses, closed };
}

const head = (first: string, ...headers: string[]) => [first, 'Host: x', ...headers, '', ''].join('\r\n');
const bearer = () => `Authorization: Bearer ${token}`;
/** What a smuggled request would be answered with: it needs no credential, and nothing else says it. */
const SMUGGLED = head('GET /health/live HTTP/1.1');
const LOGIN = 'POST /api/auth/login HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';

/** A body of chunks of one byte. */
const powder = (body: string) => [...body].map((byte) => `1\r\n${byte}\r\n`).join('') + '0\r\n\r\n';

/** Nothing but refusals, none of them the service's fault, and the socket is not left open for more. */
function expectRefused({ text, statuses, closed }: Reply): void {
  expect(statuses.length).toBeLessThanOrEqual(1);
  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect(text).not.toContain('"success":true');
  expect(closed).toBe(true);
}

/** No answer out of a route that takes a credential, no file of the machine, and no failure of the service's own. */
function expectNothingReached({ text, statuses, closed }: Reply): void {
  expect(statuses.length > 0 || closed, 'answered, or closed').toBe(true);
  for (const status of statuses) expect(status).toBeLessThan(500);
  expect(text).not.toContain('"success":true');
  expect(text).not.toMatch(/root:.*:0:0:|"better-sqlite3"|JWT_SECRET/);
}

afterEach(async () => {
  const answer = await test.api.get('/health/live');
  expect(answer, 'the service goes on').toAnswer(200);
  expect(test.logs.filter((line) => /"status":5\d\d|"level":(50|60)/.test(line))).toEqual([]);
});

describe('a body in pieces of one byte', () => {
  const LOGIN_IN_PIECES = head(LOGIN, JSON_TYPE, 'Transfer-Encoding: chunked');

  it('is read like any other', async () => {
    const body = JSON.stringify({ username: 'tidak-ada', password: 'salah-sekali' });
    const { statuses, text } = await send(LOGIN_IN_PIECES + powder(body));
    expect(statuses).toEqual([401]);
    expect(text).toContain('credentials_invalid');
  });

  it('is given up when there are too many of them', async () => {
    const reply = await send(LOGIN_IN_PIECES + powder(' '.repeat(2_000)), { untilClosed: true });
    expectRefused(reply);
    expect(reply.statuses).toEqual([413]);
  });

  it('of many more bytes each is not: it is bounded by its size', async () => {
    const piece = `50\r\n${' '.repeat(0x50)}\r\n`;
    const { statuses } = await send(`${LOGIN_IN_PIECES}${piece.repeat(150)}2\r\n{}\r\n0\r\n\r\n`);
    expect(statuses).toEqual([400]);
  });
});

describe('a second request inside the body of a first', () => {
  const chunked = `0\r\n\r\n${SMUGGLED}`;
  const lengths = (...values: string[]) => values.map((value) => `Content-Length: ${value}`);

  it.each<[string, string[], string]>([
    ['of a length and of chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked],
    ['of chunks and of a length', ['Transfer-Encoding: chunked', 'Content-Length: 200'], chunked],
    ['of chunks named twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked],
    ['of chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], chunked],
    ['of a coding that looks like chunks', ['Transfer-Encoding: xchunked'], chunked],
    ['of chunks with a space before the colon', ['Transfer-Encoding : chunked'], chunked],
    ['of chunks with a line folded', ['Transfer-Encoding:\r\n chunked'], chunked],
    ['of chunks with a vertical tab', ['Transfer-Encoding: \u000bchunked'], chunked],
    ['of chunks after a bare CR', ['X-A: b\rTransfer-Encoding: chunked'], chunked],
    ['of two lengths', lengths('2', '200'), `{}${SMUGGLED}`],
    ['of the same length twice', lengths('2', '2'), `{}${SMUGGLED}`],
    ['of a list of lengths', lengths('2, 2'), `{}${SMUGGLED}`],
    ['of a length with a sign', lengths('+2'), `{}${SMUGGLED}`],
    ['of less than nothing', lengths('-1'), SMUGGLED],
    ['of a length in hex', lengths('0x2'), `{}${SMUGGLED}`],
    ['of two numbers in one', lengths('2 2'), `{}${SMUGGLED}`],
    ['of a length beyond all numbers', lengths('99999999999999999999999999'), SMUGGLED],
    ['of a chunk of no size', ['Transfer-Encoding: chunked'], `\r\n${SMUGGLED}`],
    ['of a chunk with a sign', ['Transfer-Encoding: chunked'], `-1\r\n{}\r\n${chunked}`],
    [
      'of a chunk beyond all numbers',
      ['Transfer-Encoding: chunked'],
      `ffffffffffffffffff\r\n{}\r\n${chunked}`,
    ],
    ['of a chunk longer than it says', ['Transfer-Encoding: chunked'], `1\r\n{}\r\n${chunked}`],
    ['of a chunk ended by a bare LF', ['Transfer-Encoding: chunked'], `2\n{}\n0\n\n${SMUGGLED}`],
  ])('%s is refused, and never answered', async (_, headers, body) => {
    const reply = await send(head(LOGIN, JSON_TYPE, ...headers) + body, { untilClosed: true });
    expectRefused(reply);
  });

  it('that is shorter than it says stays a body, and is given up in time', async () => {
    const reply = await send(`${head(LOGIN, JSON_TYPE, 'Content-Length: 500')}{"a":${SMUGGLED}`, {
      untilClosed: true,
    });
    expectRefused(reply);
  });

  it('of a request that has none there is read for itself, without the first one’s credential', async () => {
    const first = head('GET /api/auth/me HTTP/1.1', bearer());
    const { statuses } = await send(first + head('GET /api/auth/me HTTP/1.1'));
    expect(statuses).toEqual([200, 401]);
  });
});

describe('a request that is written against the rules', () => {
  const admin = 'GET /api/admin/users HTTP/1.1';
  it.each<[string, string]>([
    ['lines that end in a bare LF', `${admin}\nHost: x\n\n`],
    ['a header that is folded', `${admin}\r\nHost: x\r\nX-A: b\r\n Authorization: Bearer x\r\n\r\n`],
    ['a space before the first header', `${admin}\r\n Host: x\r\n\r\n`],
    ['a header without a name', `${admin}\r\nHost: x\r\n: a\r\n\r\n`],
    ['a NUL in a header', `${admin}\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n`],
    ['a bare CR in a header', `${admin}\r\nHost: x\r\nX-A: a\rX-B: c\r\n\r\n`],
    ['no protocol (HTTP/0.9)', 'GET /api/admin/users\r\n\r\n'],
    ['another protocol', 'GET /api/admin/users RTSP/1.0\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9.9', head('GET /api/admin/users HTTP/9.9')],
    ['no method', head(' /api/admin/users HTTP/1.1')],
    ['a method that there is not', head('JEFF /api/admin/users HTTP/1.1')],
    ['a method in small letters', head('get /api/admin/users HTTP/1.1')],
    ['a space in the address', head('GET /api/admin /users HTTP/1.1')],
    ['the bytes of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['headers of 64 KiB', head(admin, `X-A: ${'a'.repeat(65_536)}`)],
    ['an address of 64 KiB', head(`GET /api/${'a'.repeat(65_536)} HTTP/1.1`)],
    ['CONNECT', head('CONNECT 169.254.169.254:80 HTTP/1.1')],
  ])('with %s is refused, and its socket closed', async (_, bytes) => {
    expectRefused(await send(bytes, { untilClosed: true }));
  });

  it('with 5,000 headers reaches nothing', async () => {
    const many = Array.from({ length: 5_000 }, (_, nth) => `a${nth}:b`);
    expectNothingReached(await send(head('GET /api/admin/users HTTP/1.1', ...many)));
  });

  it('with TRACE is not told its own headers', async () => {
    const reply = await send(head('TRACE /api/auth/me HTTP/1.1', bearer(), 'Max-Forwards: 0'));
    expectNothingReached(reply);
    expect(reply.text).not.toContain(token);
  });

  it('that never ends its headers is given up in time, and others are answered meanwhile', async () => {
    const slow = send(['GET /health/live HTTP/1.1\r\nHost: x\r\n', ...Array<string>(12).fill('X-A: b\r\n')], {
      untilClosed: true,
      pauseMs: 400,
    });
    expect(await test.api.get('/health/live')).toAnswer(200);
    const reply = await slow;
    expect(reply.closed).toBe(true);
    expect(reply.statuses).toEqual([408]);
  });
});

describe('another spelling of an address', () => {
  const PROTECTED = [
    '/api/auth/../admin/users',
    '/api/auth/%2e%2e/admin/users',
    '/api/auth/%2e%2e%2fadmin%2fusers',
    '/api/auth/%252e%252e/admin/users',
    '/api/auth/..\\admin\\users',
    '/api\\admin\\users',
    '/api%5cadmin%5cusers',
    '/api%2fadmin%2fusers',
    '/%61pi/%61dmin/%75sers',
    '//api/admin/users',
    '/api//admin//users',
    '/api/./admin/users',
    '/api/admin/users/',
    '/api/admin/users;a=b',
    '/api/admin/users%00',
    '/api/admin/users%20',
    '/api/admin/users%0d%0aX-A:b',
    '/api/admin/users#x',
    '/API/ADMIN/USERS',
    '/api/admin/users%c0%ae',
    '/api/admin/%',
    '/api/admin/%zz',
    '/health/live/../../api/admin/users',
    '/docs/../api/admin/users',
    'http://127.0.0.1/api/admin/users',
    'http://x:y@127.0.0.1/api/admin/users',
    'https://evil.example/api/admin/users',
    '//evil.example/api/admin/users',
    'file:///etc/passwd',
    '*',
    '?/api/admin/users',
  ];
  const FILES = [
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/..%252f..%252f..%252fetc%252fpasswd',
    '/..\\..\\..\\..\\etc\\passwd',
    '/..%5c..%5c..%5cetc%5cpasswd',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets//etc/passwd',
    '/assets/%00/etc/passwd',
    '/docs/..%2f..%2fpackage.json',
  ];

  it.each([...PROTECTED, ...FILES])('%s leads a stranger and a user nowhere', async (address) => {
    const forms = [head(`GET ${address} HTTP/1.1`), head(`GET ${address} HTTP/1.1`, bearer())];
    for (const bytes of forms) expectNothingReached(await send(bytes));
  });

  it.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix', 'X-Forwarded-Uri', 'Host'])(
    'in %s is not read',
    async (name) => {
      const reply = await send(head('GET /api/tidak-ada HTTP/1.1', bearer(), `${name}: /api/auth/me`));
      expectNothingReached(reply);
    },
  );
});

describe('another method in a header, the query or the body', () => {
  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s is not read',
    async (name) => {
      const made = await test.api.post('/api/account/api-keys', { name: 'k' }, { token });
      const { id } = made.body.data as { id: number };
      for (const method of ['GET', 'POST']) {
        const first = `${method} /api/account/api-keys/${id}?_method=DELETE HTTP/1.1`;
        const body = '_method=DELETE';
        const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`];
        const { statuses } = await send(head(first, bearer(), `${name}: DELETE`, ...form) + body);
        expect(statuses[0]).toBeGreaterThanOrEqual(400);
        expect(statuses[0]).toBeLessThan(500);
      }
      const { body } = await test.api.get('/api/account/api-keys', { token });
      expect((body.data as { id: number }[]).map((key) => key.id)).toContain(id);
    },
  );
});
