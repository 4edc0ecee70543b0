import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsersService } from '../../src/users/index.js';
import { mailsTo } from '../auth/mails.js';
import { type Account, createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { PHONE_SEARCHES_PER_MINUTE: '4', PHONE_SEARCHES_PER_DAY: '6' },
  });
});
afterAll(() => service.close());

const search = (token: string, body: object, room = 'otp', on = service) =>
  on.api.post(`/api/${room}/messages/search`, body, { token });
const phone = (n: number) => ({ phone: `0812345678${n}${n}` });

async function mailsOfOwner({ userId }: Account) {
  const user = await service.app.get(UsersService).find(userId);
  return mailsTo(service, user?.email ?? '');
}

describe('searches by a full phone', () => {
  it('are so many a minute of an account, by keys and sessions together; others go on', async () => {
    const account = await createAccount(service);
    const token = await userToken(service, account.userId);
    for (let n = 0; n < 2; n++) {
      expect(await search(account.key, phone(n))).toAnswer(200);
      expect(await search(token, phone(n), 'account')).toAnswer(200);
    }
    for (const refused of [await search(account.key, phone(9)), await search(token, phone(9), 'account')]) {
      expect(refused).toAnswer(429, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit-policy')).toBe('"phone-search";q=4;w=60');
    }
    for (const body of [
      { reference: 'x' },
      { last4: '7890' },
      { external_id: 'x' },
      { idempotency_key: 'x' },
    ])
      expect(await search(account.key, body)).toAnswer(200);
    expect(await search((await createAccount(service)).key, phone(1))).toAnswer(200);
  });

  it('count a guess that stands in an Idempotency-Key, and nothing that is no phone', async () => {
    const { key } = await createAccount(service);
    for (let n = 0; n < 4; n++) expect(await search(key, { phone: 'x' })).toAnswer(400);
    for (let n = 0; n < 4; n++)
      expect(await search(key, { idempotency_key: `login-+62 812-3456-78${n}0` })).toAnswer(200);
    expect(await search(key, { idempotency_key: 'login-081234567890' })).toAnswer(429);
    expect(await search(key, phone(1))).toAnswer(429);
  });

  it('tell the owner of the account once, and not for what was searched', async () => {
    const account = await createAccount(service);
    for (let n = 0; n < 7; n++) await search(account.key, phone(n));
    await expect.poll(async () => (await mailsOfOwner(account)).length).toBe(1);
    await search(account.key, phone(8));
    const [mail, ...others] = await mailsOfOwner(account);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('API key');
    expect(mail?.text).not.toMatch(/8123|\d{6}/);
  });

  it('are so many of an administrator, too', async () => {
    const token = await adminToken(service);
    for (let n = 0; n < 4; n++) expect(await search(token, phone(n), 'admin')).toAnswer(200);
    expect(await search(token, phone(5), 'admin')).toAnswer(429);
    expect(await search(token, { last4: '7890' }, 'admin')).toAnswer(200);
  });

  it('are so many a day, whatever the minutes leave', async () => {
    const daily = await startTestService({
      gateway: service.gateway,
      env: { PHONE_SEARCHES_PER_MINUTE: '100', PHONE_SEARCHES_PER_DAY: '3' },
    });
    try {
      const { key } = await createAccount(daily);
      for (let n = 0; n < 3; n++) expect(await search(key, phone(n), 'otp', daily)).toAnswer(200);
      const refused = await search(key, phone(4), 'otp', daily);
      expect(refused).toAnswer(429);
      expect(refused.headers.get('ratelimit-policy')).toBe('"phone-search";q=3;w=86400');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    } finally {
      await daily.close();
    }
  });
});
