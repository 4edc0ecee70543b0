import 'reflect-metadata';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Config } from '../../src/config/index.js';
import { Destinations } from '../../src/webhook/destinations.js';
import { WebhookClient } from '../../src/webhook/webhook-client.js';

const SOON_MS = 300;
const LONG_MS = 15_000;

const client = new WebhookClient(
  new Destinations(Object.assign(new Config(), { WEBHOOK_ALLOW_PRIVATE: true })),
);

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** An endpoint that answers as told, its address, and what it got. */
async function endpoint(answer: RequestListener) {
  const requests: { request: IncomingMessage; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ request, body });
      answer(request, response);
    });
  });
  onTestFinished(() => server.closeAllConnections());
  return { url: await listen(server), requests, server };
}

/** An endpoint that says what HTTP would not. */
async function rawEndpoint(say: (socket: Socket) => void) {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      socket.once('data', () => say(socket));
    }),
  );
}

const answers =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

describe('a POST', () => {
  it('carries headers and body, and brings back status, Retry-After and answer', async () => {
    const { url, requests } = await endpoint(answers(429, '{"later":true}', { 'retry-after': '7' }));
    const outcome = await client.post(
      url,
      { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
      '{"ü":1}',
      LONG_MS,
    );
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 429,
      retryAfter: '7',
      answer: '{"later":true}',
    });
    expect(outcome.latencyMs).toBeGreaterThanOrEqual(0);
    expect(requests).toHaveLength(1);
    const [{ request, body }] = requests as [{ request: IncomingMessage; body: string }];
    expect([request.method, request.url, body]).toEqual(['POST', '/hook', '{"ü":1}']);
    expect(request.headers).toMatchObject({
      'webhook-id': 'evt_1',
      'content-length': '8',
      connection: 'close',
    });
  });

  it('keeps no connection', async () => {
    const { url, server } = await endpoint(answers(200));
    await client.post(url, {}, '{}', LONG_MS);
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_error, found) => resolve(found))))
      .toBe(0);
  });

  it('asks no proxy of the environment', async () => {
    const proxy = await endpoint(answers(200));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url } = await endpoint(answers(204));
    expect(await client.post(url, {}, '{}', LONG_MS)).toMatchObject({ kind: 'answered', status: 204 });
    expect(proxy.requests).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%s)', async (status) => {
    const canary = await endpoint(answers(200));
    const { url } = await endpoint(answers(status, '', { location: canary.url }));
    expect(await client.post(url, {}, '{}', LONG_MS)).toMatchObject({ kind: 'answered', status });
    expect(canary.requests).toEqual([]);
  });
});

describe('an answer of any size', () => {
  it('is cut after its first KiB, and the connection let go', async () => {
    let closed = false;
    const { url } = await endpoint((_request, response) => {
      response.on('close', () => (closed = true));
      pour(response);
    });
    const outcome = await client.post(url, {}, '{}', LONG_MS);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, answer: 'x'.repeat(1024) });
    await expect.poll(() => closed).toBe(true);
  });

  it('is not cut inside a character', async () => {
    const { url } = await endpoint(answers(200, `${'x'.repeat(1023)}é…`));
    expect(await client.post(url, {}, '{}', LONG_MS)).toMatchObject({ answer: 'x'.repeat(1023) });
  });

  it('is refused for headers beyond 8 KiB', async () => {
    const url = await rawEndpoint((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
    );
    expect(await client.post(url, {}, '{}', LONG_MS)).toMatchObject({
      kind: 'failed',
      reason: 'answer with too large headers',
    });
  });
});

describe('an endpoint that takes its time', () => {
  it('has not answered when the time is up', async () => {
    const { url } = await endpoint(() => undefined);
    const outcome = await client.post(url, {}, '{}', SOON_MS);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no answer in time' });
    expect(outcome.latencyMs).toBeLessThan(LONG_MS);
  });

  it('gains nothing by dribbling headers', async () => {
    const url = await rawEndpoint((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      dribble(socket, 'x-slow: 1\r\n');
    });
    const outcome = await client.post(url, {}, '{}', SOON_MS);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no answer in time' });
  });

  it('has answered with its status, and gains nothing by dribbling the body', async () => {
    const url = await rawEndpoint((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nbegun');
      dribble(socket, '.');
    });
    const outcome = await client.post(url, {}, '{}', SOON_MS);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(outcome.latencyMs).toBeLessThan(LONG_MS);
  });
});

describe('an endpoint that does not speak HTTP', () => {
  it.each([
    ['closes the connection', (socket: Socket) => socket.destroy()],
    ['answers something else', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
    [
      'turns the connection into another',
      (socket: Socket) => socket.end('HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
  ])('has not answered when it %s', async (_what, say) => {
    const outcome = await client.post(await rawEndpoint(say), {}, '{}', LONG_MS);
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^no answer/) as string });
  });

  it('has not answered when nobody listens', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await client.post(url, {}, '{}', LONG_MS)).toMatchObject({ reason: 'no answer (ECONNREFUSED)' });
  });
});

describe('a request that cannot be made', () => {
  it('is a failure like any other', async () => {
    const outcome = await client.post('http://127.0.0.1:9/', { 'x-bad': 'a\r\nb' }, '{}', LONG_MS);
    expect(outcome).toMatchObject({ kind: 'failed' });
  });
});

/** Writes without end, for as long as somebody reads. */
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

function dribble(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(timer));
}
