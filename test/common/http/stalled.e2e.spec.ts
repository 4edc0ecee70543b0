import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RefusedRequest } from '../../../src/requests/refused-request.entity.js';
import { fill } from '../../history/many.js';
import { looked } from '../../requests/support.js';
import { createAccount } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const STALL_MS = 600;
/** More bytes than the buffers of both ends hold. */
const MESSAGES = 60_000;

let service: TestService;
let token: string;
let userId: number;
beforeAll(async () => {
  service = await startTestService({ env: { RESPONSE_STALL_MS: String(STALL_MS) } });
  ({ userId } = await createAccount(service));
  token = await userToken(service, userId);
  for (let made = 0; made < MESSAGES; made += 500) await fill(service, userId, made, 500);
}, 120_000);
afterAll(() => service.close());

/** Asks, and reads nothing until told. */
function ask(path: string): { socket: Socket; isOver: () => boolean } {
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  let isOver = false;
  socket.on('close', () => (isOver = true)).on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return { socket, isOver: () => isOver };
}

const sockets = () =>
  new Promise<number>((done, fail) =>
    service.app
      .getHttpServer()
      .getConnections((error: Error | null, count: number) => (error ? fail(error) : done(count))),
  );

describe('an answer that nobody reads', () => {
  it('ends though there is more of it, and frees its place', async () => {
    const before = await sockets();
    for (let i = 0; i < 2; i++) ask('/api/account/history/export?mode=live');
    await expect.poll(sockets).toBeGreaterThan(before);
    const third = () => service.api.get('/api/account/credit/entries/export', { token });
    await expect.poll(async () => (await third()).status, { timeout: 20_000 }).toBe(200);
    await expect.poll(sockets, { timeout: 20_000 }).toBeLessThanOrEqual(before + 1);
  });

  it('ends if it is an event stream, too', async () => {
    const before = await sockets();
    ask('/api/account/requests/live');
    await expect.poll(sockets).toBe(before + 1);
    const row = { userId, apiKeyId: 1, route: `POST /${'x'.repeat(110)}`, status: 429, code: 'rate_limited' };
    const rows = Array.from({ length: 250 }, () => ({
      ...row,
      fields: null,
      requestId: 'x',
      createdAt: service.clock.now(),
    }));
    await expect
      .poll(
        async () => {
          await service.database.tx((tx) => tx.insert(RefusedRequest, rows));
          await looked(service);
          return sockets();
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBeLessThanOrEqual(before);
  });
});

it('one that is read slowly comes whole', async () => {
  const { socket, isOver } = ask('/api/account/history/export?mode=live');
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 5);
  });
  socket.resume();
  let tail = '';
  socket.on('data', (chunk: Buffer) => (tail = (tail + chunk.toString('latin1')).slice(-10)));
  await expect.poll(() => tail.endsWith('0\r\n\r\n'), { timeout: 60_000 }).toBe(true);
  expect(isOver()).toBe(false);
  expect(bytes).toBeGreaterThan(1_000_000);
});

it('an idle event stream stays open', async () => {
  const { socket, isOver } = ask('/api/account/requests/live');
  socket.resume();
  await new Promise((done) => setTimeout(done, STALL_MS * 3));
  expect(isOver()).toBe(false);
});
