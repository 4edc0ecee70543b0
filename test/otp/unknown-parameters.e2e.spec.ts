import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

let service: TestService;
let account: Account;
let testKey: string;
beforeAll(async () => {
  service = await startTestService();
  account = await createAccount(service);
  const made = await service.app.get(ApiKeysService).create(account.userId, { name: 'uji', mode: 'test' });
  testKey = made.key;
});
afterAll(() => service.close());
keepBooks(() => service);

const ENGLISH = { 'accept-language': 'en' };
const HEADER = 'sandi-unknown-parameters';

describe('a member of the body that is not known', () => {
  it.each([
    ['/api/otp/send', () => sendBody({ extenal_id: 'a' }), 'extenal_id', 'external_id'],
    ['/api/otp/check', () => ({ phone: newPhone(), otp_code: '1234', lang: 'id' }), 'lang', undefined],
    [
      '/api/otp/verifications',
      () => ({ phone: newPhone(), company_name: 'A', ttl: 60 }),
      'ttl',
      'ttl_seconds',
    ],
  ])('is refused to a test key at %s', async (path, body, name, meant) => {
    const answer = await service.api.post(path, body(), { token: testKey, headers: ENGLISH });
    expect(answer).toAnswer(400, { code: 'parameter_unknown', fields: [name] });
    const { detail } = answer.body as unknown as { detail: string };
    expect(detail).toContain(meant ? `did you mean ${meant}?` : 'The known fields are phone, otp_code');
  });

  it('is told before what is missing, since it may be that', async () => {
    const answer = await service.api.post(
      '/api/otp/send',
      { fone: newPhone(), otp_code: '123456', company_name: 'A' },
      { token: testKey, headers: ENGLISH },
    );
    expect(answer.body).toMatchObject({
      code: 'parameter_unknown',
      detail: 'fone is not known: did you mean phone?',
    });
  });

  it('is ignored for a live key: a header names it, and a line of the refused requests, once', async () => {
    for (let i = 0; i < 3; i++) {
      const answer = await service.api.post('/api/otp/send', sendBody({ extenal_id: 'a', 'x\u00e9': 1 }), {
        token: account.key,
      });
      expect(answer).toAnswer(200);
      expect(answer.headers.get(HEADER)).toBe('extenal_id, x_');
    }
    const token = await userToken(service, account.userId);
    const listed = async () => {
      const { body } = await service.api.get('/api/account/requests?code=parameter_unknown', { token });
      return (body.data as { items: { status: number }[] }).items.filter(({ status }) => status === 200);
    };
    await expect
      .poll(listed, { timeout: 30_000 })
      .toMatchObject([{ code: 'parameter_unknown', status: 200, route: 'POST /api/otp/send' }]);
  });

  it('changes nothing of a failure but the header', async () => {
    const answer = await service.api.post('/api/otp/send', sendBody({ phone: '1', ttl: 5 }), {
      token: account.key,
    });
    expect(answer).toAnswer(400, 'phone_invalid');
    expect(answer.headers.get(HEADER)).toBe('ttl');
  });

  it('may be anything in metadata, and nothing is told of a body that is as described', async () => {
    const body = sendBody({ metadata: { ttl: 'x', anything: 'y' }, external_id: 'a-1', language: 'en' });
    for (const key of [testKey, account.key]) {
      const answer = await service.api.post('/api/otp/send', body, { token: key });
      expect(answer).toAnswer(200);
      expect(answer.headers.get(HEADER)).toBeNull();
    }
  });

  it('is no matter of a hook', async () => {
    const answer = await service.api.post(
      '/api/hooks/logto?company_name=Toko',
      { to: newPhone(), type: 'SignIn', payload: { code: '123456' }, surplus: 1 },
      { token: testKey },
    );
    expect(answer.body.code).not.toBe('parameter_unknown');
    expect(answer.headers.get(HEADER)).toBeNull();
  });
});
