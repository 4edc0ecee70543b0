import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService();
  admin = await adminToken(service);
});
afterAll(() => service.close());
keepBooks(() => service);

const credit = (userId: number | string, body: unknown, token = admin) =>
  service.api.post(`/api/admin/users/${userId}/credit`, body, { token });

describe('the role guard', () => {
  const ROUTES: [string, string][] = [
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/users/1'],
    ['POST', '/api/admin/users/1/credit'],
    ['PUT', '/api/admin/users/1/suspension'],
    ['PUT', '/api/admin/users/1/role'],
    ['GET', '/api/admin/devices'],
    ['POST', '/api/admin/devices'],
    ['GET', '/api/admin/messages'],
    ['GET', '/api/admin/audit'],
  ];

  it.each(ROUTES)('keeps users, API keys and strangers from %s %s', async (method, path) => {
    const account = await createAccount(service);
    const token = await userToken(service, account.userId);
    const codes = [];
    for (const credential of [token, account.key, undefined])
      codes.push((await service.api.call(method, path, { token: credential })).body.code);
    expect(codes).toEqual(['forbidden', 'token_invalid', 'token_missing']);
  });
});

describe('credit by an administrator', () => {
  it('tops up and adjusts with a note, as ledger entries and audit lines', async () => {
    const account = await createAccount(service, 100);
    expect((await credit(account.userId, { amount: 500, note: 'Transfer BCA' })).body.data).toEqual({
      user_id: account.userId,
      credit_balance: 600,
    });
    expect((await credit(account.userId, { amount: -50, note: 'Koreksi' })).body.data).toMatchObject({
      credit_balance: 550,
    });
    const token = await userToken(service, account.userId);
    const entries = (await service.api.get('/api/account/credit/entries?limit=2', { token })).body.data as {
      items: { kind: string; amount: number; note: string }[];
    };
    expect(entries.items.map(({ kind, amount, note }) => [kind, amount, note])).toEqual([
      ['adjustment', -50, 'Koreksi'],
      ['topup', 500, 'Transfer BCA'],
    ]);
    const audit = (await service.api.get('/api/admin/audit?limit=2', { token: admin })).body.data as {
      items: { action: string; target: string; detail: object }[];
    };
    expect(audit.items.map(({ action, target }) => [action, target])).toEqual([
      ['credit.adjust', `user:${account.userId}`],
      ['credit.topup', `user:${account.userId}`],
    ]);
  });

  it('never takes a balance below zero', async () => {
    const { userId } = await createAccount(service, 100);
    const answer = await credit(userId, { amount: -101, note: 'Koreksi' });
    expect(answer).toAnswer(409, 'balance_negative');
  });

  it.each([0, 1.5, '100', null, 1e13, [100]])('refuses the amount %j', async (amount) => {
    const { userId } = await createAccount(service, 100);
    expect(await credit(userId, { amount, note: 'x' })).toAnswer(400);
  });

  it('adds up when many come at once', async () => {
    const { userId, key } = await createAccount(service, 0);
    await Promise.all(Array.from({ length: 20 }, () => credit(userId, { amount: 10, note: 'paralel' })));
    expect((await service.api.get('/api/otp/credit', { token: key })).body.data).toMatchObject({
      credit_balance: 200,
    });
  });

  it.each(['0', '-1', 'x', '99999999', '99999999999999999999'])('answers 404 for the user %s', async (id) => {
    expect((await credit(id, { amount: 10, note: 'x' })).body.code).toBe('not_found');
  });
});

describe('accounts', () => {
  it('are found by part of a name, whatever the case', async () => {
    const account = await createAccount(service);
    const search = account.username.slice(2).toUpperCase();
    const answer = await service.api.get(`/api/admin/users?search=${encodeURIComponent(search)}`, {
      token: admin,
    });
    expect(answer.body.data).toMatchObject({ total: 1, items: [{ id: account.userId, suspended: false }] });
  });

  it('lose tokens and keys at once when suspended, and get the keys back when resumed', async () => {
    const account = await createAccount(service);
    const token = await userToken(service, account.userId);
    const suspend = (suspended: boolean) =>
      service.api.put(`/api/admin/users/${account.userId}/suspension`, { suspended }, { token: admin });
    expect((await suspend(true)).body.data).toMatchObject({ suspended: true });
    expect((await service.api.get('/api/auth/me', { token })).body.code).toBe('token_invalid');
    expect((await service.api.get('/api/otp/credit', { token: account.key })).body.code).toBe(
      'api_key_invalid',
    );
    await suspend(false);
    expect(await service.api.get('/api/otp/credit', { token: account.key })).toAnswer(200);
  });

  it('cannot suspend or demote the administrator who asks', async () => {
    const me = (await service.api.get('/api/auth/me', { token: admin })).body.data as { id: number };
    const answers = [
      await service.api.put(`/api/admin/users/${me.id}/suspension`, { suspended: true }, { token: admin }),
      await service.api.put(`/api/admin/users/${me.id}/role`, { role_id: 2 }, { token: admin }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['own_account', 'own_account']);
  });
});

describe('messages', () => {
  it('are listed over all accounts with masked recipients', async () => {
    const account = await createAccount(service);
    await service.api.post('/api/otp/send', sendBody({ phone: '081298765432' }), { token: account.key });
    const answer = await service.api.get(`/api/admin/messages?user_id=${account.userId}`, { token: admin });
    expect(answer.body.data).toMatchObject({
      total: 1,
      items: [{ recipient: '6281****5432', status: 'sent' }],
    });
  });
});
