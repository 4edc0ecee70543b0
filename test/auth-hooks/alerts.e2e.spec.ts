import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { UsersService } from '../../src/users/index.js';
import { mailsDone } from '../auth/people.js';
import { keepBooks, type TestApp } from '../support/app.js';
import { type Account, createAccount, newPhone } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';

const TIMEOUT = { timeout: 30_000 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

/** A login whose code is to be sent, at an address with a company or without. */
const login = ({ key }: Pick<Account, 'key'>, query = '?company_name=Toko', app: TestApp = service) =>
  app.api.post(`/api/hooks/logto${query}`, { to: newPhone(), payload: { code: '482913' } }, { token: key });

async function mailsTo({ userId }: Account) {
  const user = await service.app.get(UsersService).find(userId);
  const folder = join(service.config.DATA_DIR, 'mail');
  const files = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name))) : [];
  const mails = await Promise.all(files.map((file) => PostalMime.parse(file)));
  return mails.filter(({ to }) => to?.some(({ address }) => address === user?.email));
}

const mailed = (account: Account, count: number) =>
  vi.waitFor(async () => expect(await mailsTo(account)).toHaveLength(count), TIMEOUT);

describe('the owner of an account whose hooks fail', () => {
  it('is told why once an hour, however many logins fail', async () => {
    const poor = await createAccount(service, 0);
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(poor)));
    for (const answer of answers) expect(answer).toAnswer(503);
    await mailed(poor, 1);
    service.clock.advance(3000);
    await login(poor);
    // The mail of another cause is behind it.
    await login(poor, '');
    await mailed(poor, 2);
    service.clock.advance(601);
    await login(poor);
    await mailed(poor, 3);
    const [first, second, third] = await mailsTo(poor);
    expect(first?.subject).toBe('Hook Sandi Anda gagal mengirim OTP');
    expect(first?.text).toContain('Saldo kredit akun Anda tidak cukup');
    expect(first?.text).toContain(`berakhiran ${poor.key.slice(-4)}`);
    expect(first?.text).not.toContain(poor.key);
    expect(second?.text).toContain('Nama brand (company_name) tidak ada');
    expect(third?.text).toBe(first?.text);
  });

  it('is told of the cap of a key, and of a company that is refused', async () => {
    const account = await createAccount(service);
    const made = { name: 'hook', daily_cap: 1 };
    const { key } = await service.app.get(ApiKeysService).create(account.userId, made);
    expect(await login({ key })).toAnswer(200);
    expect(await login({ key })).toAnswer(503);
    await mailed(account, 1);
    expect(await login({ key }, `?company_name=${'x'.repeat(21)}`)).toAnswer(400);
    await mailed(account, 2);
    const texts = (await mailsTo(account)).map(({ text }) => text).join('\n');
    expect(texts).toContain('Batas harian API key itu sudah tercapai');
    expect(texts).toContain('tidak memenuhi ketentuan');
  });

  it('hears nothing of what a test key does, nor of a wrong number', async () => {
    const account = await createAccount(service, 0);
    const { key } = await service.app
      .get(ApiKeysService)
      .create(account.userId, { name: 'uji', mode: 'test' });
    const test = { to: '628000000033', payload: { code: '482913' } };
    const refused = await service.api.post('/api/hooks/logto?company_name=Toko', test, { token: key });
    expect(refused.body.code).toBe('hook_unavailable');
    const wrong = { to: '12', payload: { code: '482913' } };
    await service.api.post('/api/hooks/logto?company_name=Toko', wrong, { token: account.key });
    // What would be told is told in the order in which it comes.
    const last = await createAccount(service, 0);
    await login(last);
    await mailed(last, 1);
    expect(await mailsTo(account)).toEqual([]);
  });

  it('is mailed once, however often the mail is not taken, and no log has the address', async () => {
    // Nobody listens on port 9 of loopback.
    const own = await startTestService({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    try {
      const poor = await createAccount(own, 0);
      const tries = () => own.logs.filter((line) => line.includes('a mail was not sent')).length;
      await login(poor, undefined, own);
      await vi.waitFor(() => expect(tries()).toBe(1), TIMEOUT);
      own.clock.advance(16);
      await login(poor, undefined, own);
      await mailsDone(own);
      expect(tries()).toBe(2);
      expect(own.logs.join('')).not.toContain(`${poor.username}@`);
    } finally {
      await own.close();
    }
  });
});
