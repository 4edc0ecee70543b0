import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { User } from '../../src/users/index.js';
import { keepBooks } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { mailsTo } from './mails.js';
import { login, mailsDone, newcomer, type Person, register, sessionOf } from './people.js';

const TEN_MINUTES = 600;
const KEYS = '/api/account/api-keys';
const HOOKS = '/api/account/webhooks';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { LOGIN_ATTEMPTS_MAX: '50', TOPUP_CONFIRM_ABOVE: '100000' } });
});
afterAll(() => service.close());
keepBooks(() => service);

interface Change {
  what: string;
  method: string;
  path: (made: Made) => string;
  body?: object;
  /** Of the mail. */
  subject: string;
}

interface Made {
  key: number;
  webhook: number;
  user: number;
  device: number;
}

const outcome = ({ status, body }: { status: number; body: { code: string } }) =>
  status < 300 ? 'ok' : `${status} ${body.code}`;
const idOf = ({ body }: { body: { data: never } }) => (body.data as { id: number }).id;
const subjectsTo = async (email: string) => {
  await mailsDone(service);
  return (await mailsTo(service, email)).map(({ subject }) => subject);
};

const BY_USERS: Change[] = [
  { what: 'make a key', method: 'POST', path: () => KEYS, body: { name: 'x' }, subject: 'API key dibuat' },
  {
    what: 'make a test key',
    method: 'POST',
    path: () => KEYS,
    body: { name: 'x', mode: 'test' },
    subject: 'API key dibuat',
  },
  {
    what: 'rotate a key',
    method: 'POST',
    path: ({ key }) => `${KEYS}/${key}/rotate`,
    subject: 'API key diganti',
  },
  ...[
    { active: true },
    { daily_cap: null },
    { rate_per_minute: 100 },
    { allowed_operations: null },
    { name: 'y', daily_cap: 5 },
  ].map((body) => ({
    what: `change a key by ${JSON.stringify(body)}`,
    method: 'PATCH',
    path: ({ key }: Made) => `${KEYS}/${key}`,
    body,
    subject: 'API key diubah',
  })),
  {
    what: 'make a hook secret',
    method: 'POST',
    path: ({ key }) => `${KEYS}/${key}/hook-secret`,
    subject: 'Secret hook diganti',
  },
  {
    what: 'store a hook signing key',
    method: 'PUT',
    path: ({ key }) => `${KEYS}/${key}/hook-signing-key`,
    body: { signing_key: 'kunci-dari-zitadel-32-huruf-banyak' },
    subject: 'Secret hook diganti',
  },
  {
    what: 'make a webhook',
    method: 'POST',
    path: () => HOOKS,
    body: { url: 'https://pencuri.example.com/x' },
    subject: 'Webhook dibuat',
  },
  ...[
    { url: 'https://pencuri.example.com/x' },
    { events: ['otp.sent'] },
    { active: false },
    { active: true },
  ].map((body) => ({
    what: `change a webhook by ${JSON.stringify(body)}`,
    method: 'PATCH',
    path: ({ webhook }: Made) => `${HOOKS}/${webhook}`,
    body,
    subject: 'Webhook diubah',
  })),
  {
    what: 'rotate the secret of a webhook',
    method: 'POST',
    path: ({ webhook }) => `${HOOKS}/${webhook}/rotate-secret`,
    subject: 'Secret webhook diganti',
  },
];

const ADMIN_ACTIONS: Change[] = [
  {
    what: 'approve brands',
    method: 'PUT',
    path: ({ user }) => `/api/admin/users/${user}/brands`,
    body: { brands: ['Bank Pencuri'] },
    subject: 'Brand pengguna diubah',
  },
  {
    what: 'verify an address',
    method: 'POST',
    path: ({ user }) => `/api/admin/users/${user}/verify-email`,
    subject: 'Email pengguna ditandai terverifikasi',
  },
  {
    what: 'suspend an account',
    method: 'PUT',
    path: ({ user }) => `/api/admin/users/${user}/suspension`,
    body: { suspended: true },
    subject: 'Pengguna dinonaktifkan',
  },
  {
    what: 'delete a device',
    method: 'DELETE',
    path: ({ device }) => `/api/admin/devices/${device}`,
    subject: 'Device dihapus',
  },
  {
    what: 'take a lot of credit away',
    method: 'POST',
    path: ({ user }) => `/api/admin/users/${user}/credit`,
    body: { amount: -100_001, note: 'habis' },
    subject: 'Penyesuaian saldo besar',
  },
];

const call = ({ method, path, body }: Change, made: Made, token: string, password?: string) =>
  service.api.call(method, path(made), {
    token,
    body: password === undefined ? body : { ...body, current_password: password },
  });

async function thingsOf({ token }: Person): Promise<Pick<Made, 'key' | 'webhook'>> {
  const key = idOf(await service.api.post(KEYS, { name: 'toko' }, { token }));
  const url = 'https://toko.example.com/hook';
  return { key, webhook: idOf(await service.api.post(HOOKS, { url }, { token })) };
}

describe('a stolen session of a user', () => {
  it.each(BY_USERS)('does not $what without the password; its owner does, and is mailed', async (change) => {
    const person = await register(service);
    const made = { ...(await thingsOf(person)), user: 0, device: 0 };
    service.clock.advance(TEN_MINUTES);
    const { token } = person;
    const before = await service.database.read.countBy(AuditEntry, { userId: person.user.id });
    expect(outcome(await call(change, made, token))).toBe('403 current_password_required');
    expect(outcome(await call(change, made, token, 'tebakan'))).toBe('400 password_wrong');
    expect(await service.database.read.countBy(AuditEntry, { userId: person.user.id })).toBe(before);
    const known = (await subjectsTo(person.email)).length;
    expect(outcome(await call(change, made, token, person.password))).toBe('ok');
    expect((await subjectsTo(person.email)).slice(known)).toEqual([`Sandi: ${change.subject}`]);
  });

  it('still renames, deactivates and deletes, which leaves nothing behind', async () => {
    const person = await register(service);
    const { key, webhook } = await thingsOf(person);
    service.clock.advance(TEN_MINUTES);
    const { token } = person;
    expect(outcome(await service.api.patch(`${KEYS}/${key}`, { name: 'baru' }, { token }))).toBe('ok');
    expect(outcome(await service.api.patch(`${KEYS}/${key}`, { active: false }, { token }))).toBe('ok');
    expect(outcome(await service.api.delete(`${KEYS}/${key}`, { token }))).toBe('ok');
    expect(outcome(await service.api.delete(`${HOOKS}/${webhook}`, { token }))).toBe('ok');
    const subjects = await subjectsTo(person.email);
    expect(subjects).toEqual(expect.arrayContaining(['Sandi: API key dihapus', 'Sandi: Webhook dihapus']));
    expect(subjects.filter((subject) => subject === 'Sandi: API key diubah')).toHaveLength(1);
  });

  it('of an account that only Google knows has to log in again', async () => {
    const { userId } = await createAccount(service);
    const token = await userToken(service, userId);
    expect(outcome(await service.api.post(KEYS, { name: 'x' }, { token }))).toBe('ok');
    service.clock.advance(TEN_MINUTES);
    expect(outcome(await service.api.post(KEYS, { name: 'x' }, { token }))).toBe('403 recent_login_required');
  });
});

describe('a stolen session of an administrator', () => {
  /** The first one's address is no mailbox of the tests. */
  async function administrator(): Promise<Person> {
    const person = await register(service, newcomer());
    await service.database.tx((tx) => tx.update(User, { id: person.user.id }, { roleId: 1 }));
    return { ...person, ...sessionOf(await login(service, person.username, person.password)) };
  }

  it.each(ADMIN_ACTIONS)(
    'does not $what without the password; its owner does, and is mailed',
    async (change) => {
      const admin = await administrator();
      const { userId } = await createAccount(service, 500_000);
      await service.database.tx((tx) => tx.update(User, { id: userId }, { emailVerifiedAt: null }));
      const device = { name: `hapus-${userId}`, base_url: 'http://127.0.0.1:1', token: 'x' };
      const made = {
        key: 0,
        webhook: 0,
        user: userId,
        device: idOf(await service.api.post('/api/admin/devices', device, admin)),
      };
      service.clock.advance(TEN_MINUTES);
      expect(outcome(await call(change, made, admin.token))).toBe('403 current_password_required');
      expect(outcome(await call(change, made, admin.token, 'tebakan'))).toBe('400 password_wrong');
      expect(outcome(await call(change, made, admin.token, admin.password))).toBe('ok');
      expect(await subjectsTo(admin.email)).toContain(`Sandi: ${change.subject}`);
    },
  );

  it('leaves no password in the audit log', async () => {
    const entries = JSON.stringify(await service.database.read.find(AuditEntry));
    expect(entries).not.toContain('current_password');
    expect(entries).not.toContain('sandi-rahasia');
  });
});
