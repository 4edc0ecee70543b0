import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { ROLE } from '../../../src/platform/access/principal.js';
import { User } from '../../../src/users/index.js';
import type { Answer } from '../../support/api.js';
import { keepBooks } from '../../support/app.js';
import { type Account, createAccount, sendBody } from '../../support/factories.js';
import { wholeDocument } from '../../support/openapi.js';
import { startTestService, type TestService } from '../../support/service.js';
import { RunningClock } from '../../support/test-clock.js';
import { adminToken, userToken } from '../../support/tokens.js';
import { deliver, WEBHOOK_ENV } from '../../webhook/support.js';

/** All that may be looked at; a route that joins them is one to think about. */
const VIEWABLE = new Set([
  'GET /api/account/analytics',
  'GET /api/account/api-keys',
  'GET /api/account/billing',
  'GET /api/account/brands',
  'GET /api/account/close',
  'GET /api/account/credit',
  'GET /api/account/credit/entries',
  'GET /api/account/credit/entries/{id}/receipt',
  'GET /api/account/credit/spend-cap',
  'GET /api/account/fraud/blocks',
  'GET /api/account/fraud/lists',
  'GET /api/account/fraud/settings',
  'GET /api/account/history',
  'GET /api/account/history/brands',
  'GET /api/account/key-usage',
  'GET /api/account/members',
  'GET /api/account/messages/{message_id}',
  'GET /api/account/otp/inbound/{verification_id}',
  'GET /api/account/otp/texts',
  'GET /api/account/prices',
  'GET /api/account/requests',
  'GET /api/account/security-log',
  'GET /api/account/statements',
  'GET /api/account/statements/{month}',
  'GET /api/account/stats',
  'GET /api/account/top-up',
  'GET /api/account/top-up/payment-options',
  'GET /api/account/top-up/picture',
  'GET /api/account/top-up/requests',
  'GET /api/account/top-up/requests/{id}/payments',
  'GET /api/account/usage',
  'GET /api/account/webhooks',
  'GET /api/account/webhooks/{id}/deliveries',
  'GET /api/auth/me',
  'GET /api/auth/second-factor',
]);

/** Of a webhook: what follows its host may be a secret. */
const ADDRESS = 'http://127.0.0.1:9/T0/rahasia?kunci=1';

let service: TestService;
let admin: string;
let account: Account;
let owner: string;
/** What nobody but its owner may ever read. */
let secrets: string[];
/** Of what may be looked at, with the account's own things in their places. */
let addresses: string[];

beforeAll(async () => {
  service = await startTestService({ env: WEBHOOK_ENV, clock: new RunningClock() });
  admin = await adminToken(service);
  account = await createAccount(service);
  owner = await userToken(service, account.userId);
  const made = async (path: string, body: object) =>
    (await service.api.post(path, body, { token: owner })).body.data as Record<string, never>;
  const { key } = await made('/api/account/api-keys', { name: 'Kasir' });
  const { secret, id: webhookId } = await made('/api/account/webhooks', { url: ADDRESS });
  await made('/api/account/top-up/requests', { amount: 1_000, sender: 'Budi' });
  // Pairs that are called as what is hidden elsewhere.
  const metadata = { url: 'checkout', answer: 'ya' };
  const body = sendBody({ otp_code: '77341190', metadata });
  const sent = await service.api.post('/api/otp/send', body, { token: account.key });
  // Nothing moves between an administrator's look and its owner's.
  await deliver(service);
  const { message_id: messageId } = sent.body.data as { message_id: string };
  secrets = [String(key), String(secret), account.key, owner, admin, '77341190', 'T0/rahasia'];
  for (const each of secrets) expect(each.length).toBeGreaterThan(7);
  addresses = [...VIEWABLE].map((operation) =>
    operation
      .slice('GET '.length)
      .replace('webhooks/{id}', `webhooks/${String(webhookId)}`)
      .replace('{message_id}', messageId)
      .replace('{id}', '1'),
  );
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const begin = (userId = account.userId, token = admin) =>
  service.api.post(`/api/admin/users/${userId}/view`, undefined, { token });
const end = (token = admin) => service.api.delete(`/api/admin/users/${account.userId}/view`, { token });
const look = (path: string, { token = admin, header = String(account.userId), method = 'GET' } = {}) =>
  service.api.call(method, path, { token, headers: { 'x-sandi-view': header } });
const codeOfLook = async (token?: string, header?: string) =>
  (await look('/api/account/credit', { token, header })).body.code ?? 'ok';
const another = async (roleId: number = ROLE.admin) => {
  const { userId } = await createAccount(service);
  await service.database.tx((tx) => tx.update(User, { id: userId }, { roleId }));
  return userId;
};

describe('an administrator who looks at an account', () => {
  it('reads what its owner reads, to the letter, but no secret', async () => {
    expect((await begin()).body.data).toMatchObject({ user_id: account.userId });
    for (const path of addresses) {
      const seen = await look(path);
      const own = await service.api.get(path, { token: owner });
      expect(seen).toAnswer(own.status);
      const shown = JSON.stringify(own.body).replaceAll(ADDRESS, 'http://127.0.0.1:9/…');
      if (own.status === 200)
        expect(seen.body.data, path).toEqual((JSON.parse(shown) as Answer['body']).data);
      for (const secret of secrets) expect(seen.text, path).not.toContain(secret);
    }
    expect((await look('/api/account/api-keys')).text).toContain('Kasir');
  });

  it('is refused everything else of the whole API, and changes nothing', async () => {
    await begin();
    const { paths } = await wholeDocument<{ security?: Record<string, unknown>[] }>(service.url);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.some((scheme) => 'user_token' in scheme))
        .map(([method]): [string, string] => [method.toUpperCase(), path]),
    );
    const others = operations.filter(([method, path]) => !VIEWABLE.has(`${method} ${path}`));
    expect(operations.length - others.length).toBe(VIEWABLE.size);
    expect(others.length).toBeGreaterThan(50);
    const rows = await service.database.read.count(AuditEntry);
    for (const [method, path] of others) {
      const address = path.replaceAll(/\{\w+\}/g, String(account.userId));
      const answer = await look(address, { method });
      expect(answer).toAnswer(403, 'view_read_only');
    }
    expect(await service.database.read.count(AuditEntry)).toBe(rows);
  });

  it('is refused every other method where looking is allowed', async () => {
    await begin();
    for (const path of addresses)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
        const { status } = await fetch(service.url + path, {
          method,
          headers: { authorization: `Bearer ${admin}`, 'x-sandi-view': String(account.userId) },
        });
        expect([403, 404, 405], `${method} ${path}`).toContain(status);
      }
  });

  it('is told of, each time, to the owner and in the audit log, before anything is seen', async () => {
    const noted = () =>
      service.database.read.countBy(AuditEntry, { action: 'user.view', userId: account.userId });
    const before = await noted();
    await end();
    expect(await codeOfLook()).toBe('view_not_open');
    expect(await noted()).toBe(before);
    await begin();
    await begin();
    expect(await noted()).toBe(before + 2);
    const log = await service.api.get('/api/account/security-log?limit=1', { token: owner });
    expect((log.body.data as { items: object[] }).items).toMatchObject([
      { action: 'user.view', by: 'administrator', address: null, user_agent: null },
    ]);
    const audit = await service.api.get('/api/admin/audit?action=user.view&limit=1', { token: admin });
    expect((audit.body.data as { items: object[] }).items).toMatchObject([
      { actor_id: 1, target: `user:${account.userId}`, user_id: account.userId },
    ]);
  });

  it('looks for half an hour, at one account at a time, and until the end', async () => {
    await begin();
    const other = await createAccount(service);
    expect(await codeOfLook(admin, String(other.userId))).toBe('view_not_open');
    await begin(other.userId);
    expect(await codeOfLook(admin, String(other.userId))).toBe('ok');
    expect(await codeOfLook()).toBe('view_not_open');
    await begin();
    service.clock.advance(1_790);
    expect(await codeOfLook()).toBe('ok');
    service.clock.advance(20);
    expect(await codeOfLook()).toBe('view_not_open');
    service.clock.reset();
    await begin();
    await end();
    expect(await codeOfLook()).toBe('view_not_open');
  });

  it('does so in one session: no other of theirs, and no other administrator’s, gets anything of it', async () => {
    await begin();
    const sameAdmin = await adminToken(service);
    const otherAdmin = await userToken(service, await another());
    expect(await codeOfLook(sameAdmin)).toBe('view_not_open');
    expect(await codeOfLook(otherAdmin)).toBe('view_not_open');
    expect(await codeOfLook()).toBe('ok');
  });

  it('and still acts as nobody but themselves without the header', async () => {
    await begin();
    const me = await service.api.get('/api/auth/me', { token: admin });
    expect(me.body.data).toMatchObject({ id: 1 });
    const made = await service.api.post(
      '/api/account/top-up/requests',
      { amount: 5, sender: 'x' },
      { token: admin },
    );
    expect(made).toAnswer(201);
    const seen = await look('/api/account/top-up/requests');
    expect((seen.body.data as { items: { sender: string }[] }).items.map(({ sender }) => sender)).toEqual([
      'Budi',
    ]);
    const { id } = made.body.data as { id: number };
    await service.api.delete(`/api/account/top-up/requests/${id}`, { token: admin });
  });

  it.each(['', '0', '1', '-1', '7, 8', '1e1', 'me', '%37', '99999999999'])(
    'gets nothing by the header %j',
    async (header) => {
      await begin();
      expect(await codeOfLook(admin, header)).toBe('view_not_open');
    },
  );

  it('gets nothing by a header that comes twice', async () => {
    await begin();
    const headers = new Headers({ authorization: `Bearer ${admin}` });
    for (const id of [account.userId, account.userId]) headers.append('x-sandi-view', String(id));
    await expect(await fetch(`${service.url}/api/account/credit`, { headers })).toAnswer(403);
  });
});

describe('nobody looks', () => {
  it('who is no administrator, at others or at themselves', async () => {
    await begin();
    const stranger = await createAccount(service);
    const token = await userToken(service, stranger.userId);
    expect((await begin(account.userId, token)).body.code).toBe('forbidden');
    expect(await codeOfLook(token)).toBe('view_not_open');
    expect(await codeOfLook(token, String(stranger.userId))).toBe('view_not_open');
    expect(await codeOfLook(account.key)).toBe('token_invalid');
  });

  it('at an administrator, or at an account that became one meanwhile', async () => {
    expect((await begin(await another())).body.code).toBe('forbidden');
    expect((await begin(1)).body.code).toBe('forbidden');
    const later = await another(ROLE.user);
    await begin(later);
    expect(await codeOfLook(admin, String(later))).toBe('ok');
    await service.database.tx((tx) => tx.update(User, { id: later }, { roleId: ROLE.admin }));
    expect(await codeOfLook(admin, String(later))).toBe('view_not_open');
  });

  it('at an account that is not there', async () =>
    expect((await begin(2_000_000_000)).body.code).toBe('not_found'));

  it('any more who is no administrator any more, or has logged out', async () => {
    const id = await another();
    const token = await userToken(service, id);
    await begin(account.userId, token);
    expect(await codeOfLook(token)).toBe('ok');
    await service.database.tx((tx) => tx.update(User, { id }, { roleId: ROLE.user }));
    expect(await codeOfLook(token)).toBe('view_not_open');
    await service.database.tx((tx) => tx.update(User, { id }, { roleId: ROLE.admin }));
    expect(await service.api.delete('/api/auth/session', { token })).toAnswer(200);
    expect(await codeOfLook(token)).toBe('token_invalid');
  });
});
