import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
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

const send = (token: string, company_name: string) =>
  service.api.post('/api/otp/send', sendBody({ company_name }), { token });
const approve = (userId: number, brands: unknown, token = admin) =>
  service.api.put(`/api/admin/users/${userId}/brands`, { brands }, { token });
const lastText = () => service.gateway.accepted.at(-1)?.text;

describe('a brand that would mislead the recipient', () => {
  it.each(['bit.ly/x1y2', 'klik http://a.co', '081234567890', 'BСA', '\u3164', '\u2800', 'wa.me/628123'])(
    'is refused, free of charge: %j',
    async (company_name) => {
      const { key } = await createAccount(service, 200);
      const answer = await send(key, company_name);
      expect([answer.status, answer.body.code]).toEqual([400, 'company_name_invalid']);
      const credit = await service.api.get('/api/otp/credit', { token: key });
      expect(credit.body.data).toMatchObject({ credit_balance: 200 });
    },
  );

  it('is sent and kept in ordinary letters when it came in full-width ones', async () => {
    const { key } = await createAccount(service);
    expect((await send(key, 'Ｔｏｋｏ Ｂｕｄｉ')).status).toBe(200);
    expect(lastText()).toContain('Toko Budi');
    const history = await service.api.get('/api/otp/history', { token: key });
    expect(history.body.data).toMatchObject({ items: [{ company_name: 'Toko Budi' }] });
  });
});

describe('an account with approved brands', () => {
  let account: Account;
  beforeAll(async () => {
    account = await createAccount(service);
    const answer = await approve(account.userId, ['Blibli.com', ' Ｂlibli ']);
    expect(answer.body.data).toMatchObject({ approved_brands: ['Blibli.com', 'Ｂlibli'] });
  });

  it('sends for those, whatever they look like, and for no other', async () => {
    expect((await send(account.key, 'Blibli.com')).status).toBe(200);
    expect(lastText()).toContain('Blibli.com');
    for (const other of ['Toko Budi', 'blibli.com', 'Blibli'])
      expect((await send(account.key, other)).body.code).toBe('company_name_invalid');
  });

  it('holds for test keys and for what its owner sends in person', async () => {
    const token = await userToken(service, account.userId);
    const made = await service.api.post('/api/account/api-keys', { name: 'uji', mode: 'test' }, { token });
    const { id, key } = made.body.data as { id: number; key: string };
    expect((await send(key, 'Toko Budi')).body.code).toBe('company_name_invalid');
    const inPerson = { ...sendBody({ company_name: 'Toko Budi' }), api_key_id: id };
    const answer = await service.api.post('/api/account/otp/send', inPerson, { token });
    expect(answer.body.code).toBe('company_name_invalid');
  });

  it('shows them to its owner, and the change to the audit log', async () => {
    const token = await userToken(service, account.userId);
    const shown = await service.api.get('/api/account/brands', { token });
    expect(shown.body.data).toEqual({ approved_brands: ['Blibli.com', 'Ｂlibli'] });
    const log = await service.api.get('/api/admin/audit?action=user.brands&limit=1', { token: admin });
    expect(log.body.data).toMatchObject({
      items: [{ target: `user:${account.userId}`, detail: { brands: ['Blibli.com', 'Ｂlibli'] } }],
    });
  });

  it('is free again with an empty list', async () => {
    const other = await createAccount(service);
    await approve(other.userId, ['Satu']);
    expect((await send(other.key, 'Toko Budi')).status).toBe(400);
    expect((await approve(other.userId, [])).body.data).toMatchObject({ approved_brands: [] });
    expect((await send(other.key, 'Toko Budi')).status).toBe(200);
  });
});

it.each([
  ['a text', 'Blibli'],
  ['one too long', ['x'.repeat(21)]],
  ['an empty one', ['']],
  ['a line break', ['a\nb']],
  ['two that are equal', ['a', 'a']],
  ['more than 20', Array.from({ length: 21 }, (_, index) => `Brand ${index}`)],
])('refuses as a list of brands %s', async (_, brands) => {
  const { userId } = await createAccount(service);
  expect((await approve(userId, brands)).body.code).toBe('parameter_invalid');
});

it('lets no owner approve brands of their own', async () => {
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  expect((await approve(account.userId, ['Bank'], token)).status).toBe(403);
});
