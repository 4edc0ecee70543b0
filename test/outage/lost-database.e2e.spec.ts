import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { Tokens } from '../../src/auth/tokens.js';
import { ROLE } from '../../src/platform/access/principal.js';
import { User } from '../../src/users/user.entities.js';
import { delivery, type SupabaseAccount, supabaseAccount } from '../auth-hooks/support.js';
import { FaultProxy, type ProxyMode } from '../faults/proxy.js';
import type { CallOptions } from '../support/api.js';
import { keepBooks, startTestApp } from '../support/app.js';
import { newMysqlDatabase } from '../support/databases.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { userToken } from '../support/tokens.js';
import { everyRequest } from './requests.js';

// Long enough for a busy machine that has to connect anew.
const ACQUIRE_MS = 2000;
const QUERY_MS = 1500;
/** A unit of work may wait for an answer, then for a connection; the rest is for a busy machine. */
const GIVEN_UP_MS = 10_000;

/**
 * Answered without the database or from prices read seconds ago, or refused before it is asked; `/health/ready` says itself
 * that it is down.
 */
const WITHOUT_DATABASE = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /api/settings',
  'DELETE /api/auth/session',
  // Its signed callbacks have a test of their own, below.
  'POST /api/webhook/gateway',
  // This service has no payment provider.
  'POST /api/payments/{provider}',
];

describe.runIf(inject('engine') === 'mysql')('a database that is lost', { timeout: 60_000 }, () => {
  let proxy: FaultProxy;
  let directUrl: string;
  let service: TestService;
  let account: Account;
  let admin: User;
  let adminToken: string;
  let hooked: SupabaseAccount;
  beforeAll(async () => {
    directUrl = await newMysqlDatabase();
    const { hostname, port } = new URL(directUrl);
    proxy = await FaultProxy.start({ host: hostname, port: Number(port) }, seededRandom(1));
    const url = new URL(directUrl);
    url.port = String(proxy.port);
    service = await startTestService({
      databaseUrl: url.href,
      env: {
        DATABASE_ACQUIRE_TIMEOUT_MS: String(ACQUIRE_MS),
        DATABASE_QUERY_TIMEOUT_MS: String(QUERY_MS),
        DATABASE_POOL_SIZE: '20',
      },
    });
    account = await createAccount(service);
    hooked = await supabaseAccount(service);
    admin = await service.database.read.findOneByOrFail(User, { roleId: ROLE.admin });
    adminToken = await userToken(service, admin.id);
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.close();
    await dropDatabase(directUrl);
  });
  // The last to be named is the first to be run.
  keepBooks(() => service);
  afterEach(() => proxy.heal());

  /** What is made for the moment, and refused as it stands in the document: before anybody asks the database. */
  async function ofThisMoment(): Promise<Record<string, CallOptions & { path?: string }>> {
    const challenge = await service.app.get(Tokens).challenge(admin);
    const person = { google_id: '110169484474386276334', email: 'budi@example.com', name: 'Budi' };
    return {
      'POST /api/auth/google': { body: person },
      // Without the invitation of the document's example.
      'POST /api/auth/register': {
        body: { username: 'budi', email: person.email, password: 'Mangga-Muda-1987', name: person.name },
      },
      'POST /api/auth/login/second-factor': { body: { challenge, code: '287082' } },
      'POST /api/hooks/supabase': { path: hooked.address, ...delivery(service, hooked) },
    };
  }

  const lose = (mode: ProxyMode) => proxy.begin(mode, () => true);
  const send = () => service.api.post('/api/otp/send', sendBody(), { token: account.key });

  it.each<[string, ProxyMode]>([
    ['resets every connection', 'reset-before'],
    ['takes every connection and answers none', 'blackhole'],
  ])('that %s: every route says 503 and when to come again, never 500', async (_what, mode) => {
    const described = await everyRequest(service.url, (scheme) =>
      scheme === 'api_key' ? account.key : scheme === 'user_token' ? adminToken : undefined,
    );
    const own = await ofThisMoment();
    const requests = described.map((request) => ({ ...request, ...own[request.name] }));
    lose(mode);
    const begunMs = performance.now();
    const answers = await Promise.all(
      requests.map(async ({ name, method, path, ...options }) => {
        const { status, headers, body } = await service.api.call(method, path, options);
        return { name, status, code: body.code, later: headers.get('retry-after') !== null };
      }),
    );
    expect(performance.now() - begunMs).toBeLessThan(GIVEN_UP_MS);
    expect(answers.filter(({ status }) => status === 500)).toEqual([]);
    const asked = answers.filter(({ name }) => !WITHOUT_DATABASE.includes(name));
    const others = asked.filter(({ status, later }) => status !== 503 || !later);
    expect(others).toEqual([]);
    expect(asked.length).toBeGreaterThan(60);
  });

  it('takes no callback: the gateway is to bring it again', async () => {
    const payload = { id: 'tidak-ada', status: 'delivered', error: null };
    const raw = JSON.stringify({ event: 'message.status', payload });
    const [id, at] = ['msg_1', service.clock.now()];
    const secret = service.config.webhookSecrets[0] ?? '';
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, at, raw),
      'content-type': 'application/json',
    };
    const call = () => service.api.post('/api/webhook/gateway', undefined, { headers, raw });
    expect(await call()).toAnswer(200);
    lose('reset-before');
    expect((await call()).body.code).toBe('unavailable');
  });

  it('serves again as soon as it is back', async () => {
    lose('blackhole');
    expect((await send()).body.code).toBe('unavailable');
    proxy.heal();
    expect(await send()).toAnswer(200);
  });

  it('that refuses connections: 503 too', async () => {
    const lost = await FaultProxy.start({ host: '127.0.0.1', port: proxy.port }, seededRandom(1));
    const url = new URL(directUrl);
    url.port = String(lost.port);
    const other = await startTestApp({ databaseUrl: url.href });
    try {
      await lost.close();
      const answer = await other.api.get('/api/otp/credit', { token: account.key });
      expect(answer).toAnswer(503, 'unavailable');
      expect(answer.headers.get('retry-after')).toBe('5');
    } finally {
      await other.close();
    }
  });
});

describe.runIf(inject('engine') === 'mysql')('a database that lets us in no more', () => {
  it('says 503 too', async () => {
    const root = await createConnection(inject('mysqlUrl') ?? '');
    const directUrl = await newMysqlDatabase();
    const url = new URL(directUrl);
    [url.username, url.password] = [`tamu_${process.pid}`, 'dulu'];
    const guest = `'${url.username}'@'127.0.0.1'`;
    await root.query(`CREATE USER ${guest} IDENTIFIED BY 'dulu'`);
    await root.query(`GRANT ALL PRIVILEGES ON *.* TO ${guest}`);
    const app = await startTestApp({ databaseUrl: url.href });
    try {
      const { key } = await createAccount(app);
      const ask = () => app.api.get('/api/otp/credit', { token: key });
      expect(await ask()).toAnswer(200);
      await root.query(`ALTER USER ${guest} IDENTIFIED BY 'sekarang'`);
      const [rows] = await root.query<RowDataPacket[]>(
        'SELECT id FROM information_schema.processlist WHERE user = ?',
        [url.username],
      );
      for (const { id } of rows) await root.query(`KILL ${id}`);
      const answer = await ask();
      expect(answer).toAnswer(503, 'unavailable');
    } finally {
      await app.close();
      await root.query(`DROP USER ${guest}`);
      await root.end();
      await dropDatabase(directUrl);
    }
  });
});

describe.runIf(inject('engine') === 'mysql')('a boot', () => {
  let silent: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('on a database that takes connections and says nothing ends, and names it', async () => {
    const { port } = silent.address() as AddressInfo;
    const booting = startTestApp({
      databaseUrl: `mysql://sandi:rahasia@127.0.0.1:${port}/otp`,
      env: { DATABASE_ACQUIRE_TIMEOUT_MS: '300' },
    });
    const error: Error = await booting.then(
      () => new Error('it booted'),
      (thrown: Error) => thrown,
    );
    expect(error.message).toMatch(new RegExp(`^DATABASE_URL cannot be used: sandi@127.0.0.1:${port}/otp: .`));
    expect(error.message).not.toContain('rahasia');
  });
});

describe.runIf(inject('engine') === 'sqlite')('a SQLite file that cannot grow', () => {
  it('answers 503 and when to come again, and goes on when it can', async () => {
    const test = await startTestApp();
    try {
      const { userId } = await createAccount(test);
      const admin = await test.database.read.findOneByOrFail(User, { roleId: ROLE.admin });
      const token = await userToken(test, admin.id);
      const topUp = () =>
        test.api.post(`/api/admin/users/${userId}/credit`, { amount: 1, note: 'uji'.repeat(60) }, { token });
      const mayHold = (pages: string) =>
        test.database.tx((tx) => tx.query(`PRAGMA max_page_count = ${pages}`));
      // No fewer than there are.
      await mayHold('1');
      let answer = await topUp();
      for (let turn = 0; turn < 200 && answer.status === 200; turn++) answer = await topUp();
      expect(answer).toAnswer(503, 'unavailable');
      expect(answer.headers.get('retry-after')).toBe('5');
      await mayHold('1000000');
      expect(await topUp()).toAnswer(200);
    } finally {
      await test.close();
    }
  });
});
