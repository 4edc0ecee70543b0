import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
} from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { connectionOptions } from '../../src/platform/database/index.js';
import { ECHO_MS } from '../../src/platform/process/process.js';
import { BuiltService } from '../support/built-service.js';
import { newDatabase } from '../support/databases.js';
import { sendBody } from '../support/factories.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';

/** Whichever database there is, it does the same. */
const itOnce = it.runIf(inject('engine') === 'sqlite');

const SLOW_MS = 2000;
/** Well before SHUTDOWN_GRACE_MS. */
const PROMPT_MS = 30_000;

let gateway: Simulator;
let folder: TemporaryFolder;
let database: { url: string; drop(): Promise<void> };

beforeAll(async () => {
  gateway = await startSimulator({ switches: { timeline: 'none', answerDelayMs: SLOW_MS } });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  folder = temporaryFolder('stop');
  database = await newDatabase(folder.path);
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

function start(env: Record<string, string> = {}): BuiltService {
  return new BuiltService({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    GATEWAY_URL: gateway.url,
    GATEWAY_TOKEN: gateway.token,
    SIGNUP_CREDIT: '1000',
    ...env,
  });
}

async function post(url: string, body: unknown, token?: string, signal?: AbortSignal): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/** An API key of the first administrator, got as a person would. */
async function newKey(url: string): Promise<string> {
  const login = await post(`${url}/api/auth/login`, { username: 'admin', password: 'admin-password' });
  const { data: session } = (await login.json()) as { data: { token: string } };
  const made = await post(`${url}/api/account/api-keys`, { name: 'uji' }, session.token);
  return ((await made.json()) as { data: { key: string } }).data.key;
}

/** Resolves once the gateway has a send in its hands. */
async function gatewayHasOne(): Promise<void> {
  const before = gateway.requests.sends;
  await expect.poll(() => gateway.requests.sends, { interval: 10 }).toBeGreaterThan(before);
}

/** A send that the gateway has in its hands. */
async function sendUnderWay(url: string, signal?: AbortSignal): Promise<{ answer: Promise<Response> }> {
  const key = await newKey(url);
  const reached = gatewayHasOne();
  const answer = post(`${url}/api/otp/send`, sendBody(), key, signal);
  await reached;
  return { answer };
}

/** What the stopped service left behind. */
async function remains(): Promise<{ statuses: string[]; breaches: unknown[] }> {
  const source = new DataSource(
    await connectionOptions({ url: database.url }, { entities: [], migrations: [] }),
  );
  await source.initialize();
  try {
    const rows = await source.query<{ status: string }[]>('SELECT status FROM messages ORDER BY id');
    return { statuses: rows.map(({ status }) => status), breaches: await auditLedger(source, new Date()) };
  } finally {
    await source.destroy();
  }
}

/** Whether the connection of a request is closed after its answer. */
async function health(url: string, path: string) {
  const { status, headers } = await fetch(`${url}/health/${path}`);
  return { status, connection: headers.get('connection') };
}

/** What becomes of a new connection: open, or the error's code. */
async function connectionTo(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('open'));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
  });
}

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('SIGTERM', () => {
  it('lets a send under way end with its answer, then exits with 0', async () => {
    const service = start();
    const url = await service.url();
    const { answer } = await sendUnderWay(url);
    service.signal('SIGTERM');
    const response = await answer;
    await expect(response).toAnswer(200);
    expect(response.headers.get('connection')).toBe('close');
    expect(await service.exit()).toEqual({ code: 0, signal: null });
    expect(service.output).toContain('"msg":"stopped"');
    expect(await remains()).toEqual({ statuses: ['sent'], breaches: [] });
  });

  it('settles a send whose caller has gone before the database closes', async () => {
    const service = start();
    const url = await service.url();
    const caller = new AbortController();
    const { answer } = await sendUnderWay(url, caller.signal);
    caller.abort();
    await expect(answer).rejects.toThrow(/abort/);
    service.signal('SIGTERM');
    expect(await service.exit()).toEqual({ code: 0, signal: null });
    expect(await remains()).toEqual({ statuses: ['sent'], breaches: [] });
  });

  itOnce(
    'still takes requests for SHUTDOWN_DELAY_MS, each as the last of its connection, and says that it stops',
    async () => {
      const service = start({ SHUTDOWN_DELAY_MS: '5000' });
      const url = await service.url();
      expect(await health(url, 'live')).toEqual({ status: 200, connection: 'keep-alive' });
      service.signal('SIGTERM');
      await expect
        .poll(() => health(url, 'live'), { interval: 20 })
        .toEqual({ status: 503, connection: 'close' });
      expect(await health(url, 'ready')).toEqual({ status: 503, connection: 'close' });
      await expect(
        await post(`${url}/api/auth/login`, { username: 'admin', password: 'admin-password' }),
      ).toAnswer(200);
      expect(await service.exit()).toEqual({ code: 0, signal: null });
      expect(await connectionTo(url)).toBe('ECONNREFUSED');
    },
  );

  itOnce('refuses new connections while a send under way ends', async () => {
    const service = start();
    const url = await service.url();
    const { answer } = await sendUnderWay(url);
    service.signal('SIGTERM');
    await expect.poll(() => connectionTo(url), { interval: 10, timeout: SLOW_MS }).toBe('ECONNREFUSED');
    // It was said before, and is read when the pipe's turn comes.
    await expect.poll(() => service.output, { interval: 10, timeout: SLOW_MS }).toContain('stopping');
    await expect(await answer).toAnswer(200);
    expect(await service.exit()).toEqual({ code: 0, signal: null });
  });

  itOnce(
    'does not wait for connections that are idle, have never spoken, or stopped halfway through a header',
    async () => {
      const service = start({ SHUTDOWN_GRACE_MS: '60000' });
      const url = await service.url();
      const idle = await openSocket(url);
      idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(idle, 'data');
      await openSocket(url);
      const halfway = await openSocket(url);
      halfway.write('GET /health/live HTTP/1.1\r\nHost:');
      await sleep(100);
      const startedMs = performance.now();
      service.signal('SIGTERM');
      expect(await service.exit()).toEqual({ code: 0, signal: null });
      expect(performance.now() - startedMs).toBeLessThan(PROMPT_MS);
    },
  );

  itOnce('gives up after SHUTDOWN_GRACE_MS, says so, and exits with 1', async () => {
    gateway.script([{ answerDelayMs: 60_000 }]);
    const service = start({ SHUTDOWN_GRACE_MS: '300' });
    const url = await service.url();
    const { answer } = await sendUnderWay(url);
    service.signal('SIGTERM');
    await expect(answer).rejects.toThrow();
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(service.output).toContain('not stopped within SHUTDOWN_GRACE_MS');
  });

  itOnce('exits at once at a second signal, which the echo of the first is not', async () => {
    const service = start();
    const url = await service.url();
    const halfway = await openSocket(url);
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    halfway.write([...head, 'Content-Length: 99', 'Expect: 100-continue', '', '{'].join('\r\n'));
    // The head was read.
    await once(halfway, 'data');
    service.signal('SIGINT');
    service.signal('SIGINT');
    await service.says(/stopping/);
    await sleep(ECHO_MS + 100);
    expect(service.output).not.toContain('second signal');
    service.signal('SIGTERM');
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(service.output).toContain('stopped at once by a second signal');
  });
});
