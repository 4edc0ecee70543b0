import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RefusedRequest } from '../../../src/operations/requests/refused-request.entity.js';
import { fill } from '../../history/many.js';
import { looked } from '../../operations/requests/support.js';
import { createAccount } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const STALL_MS = 600;
/** More bytes than the buffers of both ends hold. */
const MESSAGES = 8_000;
const METADATA = JSON.stringify({ note: 'x'.repeat(1_000) });

const EXPORT = '/api/account/history/export?mode=live';

let service: TestService;
let token: string;
let userId: number;
beforeAll(async () => {
  service = await startTestService({
    env: { RESPONSE_STALL_MS: String(STALL_MS), EXPORT_RATE_PER_MINUTE: '100000' },
  });
  ({ userId } = await createAccount(service));
  token = await userToken(service, userId);
  for (let made = 0; made < MESSAGES; made += 500)
    await fill(service, userId, made, 500, { metadata: METADATA });
}, 120_000);
afterAll(() => service.close());

interface Asked {
  socket: Socket;
  /** Of the service. */
  isOver: () => boolean;
}

/** Asks, and reads nothing until told. */
async function ask(path: string): Promise<Asked> {
  const server = service.app.getHttpServer();
  const accepted = new Promise<Socket>((done) => server.once('connection', done));
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  const other = await accepted;
  return { socket, isOver: () => other.destroyed };
}

describe('an answer that nobody reads', () => {
  it('ends though there is more of it, and frees its place', async () => {
    const unread = [await ask(EXPORT), await ask(EXPORT)];
    const third = () => service.api.get('/api/account/credit/entries/export', { token });
    await expect.poll(() => unread.every(({ isOver }) => isOver()), { timeout: 30_000 }).toBe(true);
    await expect.poll(async () => (await third()).status, { timeout: 10_000 }).toBe(200);
  });

  it('ends if it is an event stream, too', async () => {
    const { isOver } = await ask('/api/account/requests/live');
    const row = { userId, apiKeyId: 1, route: `POST /${'x'.repeat(110)}`, status: 429, code: 'rate_limited' };
    const rows = () =>
      Array.from({ length: 250 }, () => ({
        ...row,
        fields: null,
        requestId: 'x',
        createdAt: service.clock.now(),
      }));
    await expect
      .poll(
        async () => {
          await service.database.tx((tx) => tx.insert(RefusedRequest, rows()));
          await looked(service);
          return isOver();
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(true);
  });
});

it('one that is read slowly comes whole', async () => {
  const { socket, isOver } = await ask(EXPORT);
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
  const { socket, isOver } = await ask('/api/account/requests/live');
  socket.resume();
  await new Promise((done) => setTimeout(done, STALL_MS * 3));
  expect(isOver()).toBe(false);
});
