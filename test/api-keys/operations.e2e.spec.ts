import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKeyView, NewApiKey } from '../../src/api-keys/api-keys.dto.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { type Operation, OPERATIONS } from '../../src/platform/access/principal.js';
import { delivery, supabaseAccount } from '../auth-hooks/support.js';
import { keepBooks } from '../support/app.js';
import { actorOf, createAccount, newPhone, sendBody } from '../support/factories.js';
import { wholeDocument } from '../support/openapi.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

const PATH = '/api/account/api-keys';
const VERIFICATIONS = '/api/otp/verifications';
const UNKNOWN = 'ver_01J9Z3Q2C4A7R5T8V0X1Y6W9KM';
const REFUSED = [403, 'operation_not_allowed'] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

async function keyFor(allowed_operations: Operation[] | null, mode = 'live') {
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  const made = await service.api.post(PATH, { name: 'Terbatas', allowed_operations, mode }, { token });
  return { ...(made.body.data as NewApiKey), token };
}

type Call = (token: string) => ReturnType<TestService['api']['get']>;
const post =
  (path: string, body: () => unknown): Call =>
  (token) =>
    service.api.post(path, body(), { token });
const get =
  (path: string): Call =>
  (token) =>
    service.api.get(path, { token });

const CALLS: Record<Operation, Record<string, Call>> = {
  send: {
    send: post('/api/otp/send', () => sendBody()),
    'the hook of Logto': post('/api/hooks/logto?company_name=Toko', () => ({
      to: newPhone(),
      type: 'SignIn',
      payload: { code: '123456' },
    })),
    'the hook of Kratos': post('/api/hooks/kratos?company_name=Toko', () => ({
      recipient: newPhone(),
      template_type: 'login_code_valid',
      login_code: '123456',
    })),
    'any other hook': post('/api/hooks/generic?to=$.to&code=$.code&brand=Toko', () => ({
      to: newPhone(),
      code: '123456',
    })),
    'a verification': post(VERIFICATIONS, () => ({ phone: newPhone(), company_name: 'Toko' })),
    'a new code': post(`${VERIFICATIONS}/${UNKNOWN}/resend`, () => ({ phone: newPhone() })),
    'the end of a verification': post(`${VERIFICATIONS}/${UNKNOWN}/cancel`, () => ({})),
  },
  check: {
    check: post('/api/otp/check', () => ({ phone: newPhone(), otp_code: '123456' })),
    'of a verification': post(`${VERIFICATIONS}/${UNKNOWN}/check`, () => ({ otp_code: '123456' })),
  },
  read: {
    credit: get('/api/otp/credit'),
    history: get('/api/otp/history'),
    'messages by external_id': get('/api/otp/messages?external_id=x'),
    'a search for messages': post('/api/otp/messages/search', () => ({ phone: newPhone() })),
    stats: get('/api/otp/stats'),
    'a verification as it stands': get(`${VERIFICATIONS}/${UNKNOWN}`),
    'verifications by external_id': get(`${VERIFICATIONS}?external_id=x`),
    'a message': get('/api/otp/messages/otp_01J9Z3Q2C4A7R5T8V0X1Y6W9KM'),
  },
};
const ALL = OPERATIONS.flatMap((operation) =>
  Object.entries(CALLS[operation]).map(([name, call]) => ({ operation, name, call })),
);

describe('what a key may do', () => {
  it.each(OPERATIONS)('is that alone when it is %s, and nothing else', async (allowed) => {
    const { key, allowed_operations } = await keyFor([allowed]);
    expect(allowed_operations).toEqual([allowed]);
    for (const { operation, name, call } of ALL) {
      const answer = await call(key);
      if (operation !== allowed) expect(answer, name).toAnswer(...REFUSED);
      else expect([200, 201, 404], name).toContain(answer.status);
    }
  });

  it('is everything where nobody has said otherwise', async () => {
    const { key, allowed_operations } = await keyFor(null);
    expect(allowed_operations).toEqual(['send', 'check', 'read']);
    for (const { name, call } of ALL) expect(await call(key), name).not.toAnswer(403);
  });

  it('holds for test keys, and for every route that takes a key', async () => {
    const { key } = await keyFor(['check'], 'test');
    expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(403);
    const { paths } = await wholeDocument<{ security?: object[] }>(service.url);
    const taking = Object.entries(paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ security = [] }) =>
        security.some((scheme) => 'api_key' in scheme) ? path : [],
      ),
    );
    // One that is new has to be in the list above.
    expect(taking).toHaveLength(ALL.length);
  });

  it('holds for its owner in person, and for hooks that are signed in its name', async () => {
    const { id, token } = await keyFor(['read', 'check']);
    const sent = await service.api.post('/api/account/otp/send', sendBody({ api_key_id: id }), { token });
    expect(sent).toAnswer(...REFUSED);

    const account = await supabaseAccount(service);
    const deliver = () => {
      const { raw, headers } = delivery(service, account);
      return service.api.call('POST', account.address, { raw, headers });
    };
    expect(await deliver()).toAnswer(200);
    await service.app
      .get(ApiKeysService)
      .update(actorOf(account.userId), account.keyId, { allowed_operations: ['read'] });
    const answer = await deliver();
    expect(answer).toAnswer(403, { error: { http_code: 403 } });
  });

  it('can be changed from the next request on, and a rotation hands it on', async () => {
    const { id, key, token } = await keyFor(['read']);
    const patch = (allowed_operations: unknown) =>
      service.api.patch(`${PATH}/${id}`, { allowed_operations }, { token });
    const sends = async (token: string) => (await CALLS.send['send']?.(token))?.status;
    expect((await patch(['send', 'read'])).body.data).toMatchObject({ allowed_operations: ['send', 'read'] });
    expect(await sends(key)).toBe(200);
    await patch(['check']);
    const rotated = await service.api.post(`${PATH}/${id}/rotate`, { overlap_seconds: 60 }, { token });
    const fresh = rotated.body.data as NewApiKey;
    expect(fresh.allowed_operations).toEqual(['check']);
    expect([await sends(key), await sends(fresh.key)]).toEqual([403, 403]);
    expect(((await patch(null)).body.data as ApiKeyView).allowed_operations).toEqual([...OPERATIONS]);
    expect(await sends(key)).toBe(200);
  });

  it.each([[[]], ['send'], [['send', 'send']], [['write']], [[null]], [{}], [true]])(
    'is not %j',
    async (allowed_operations) => {
      const { id, token } = await keyFor(null);
      const answers = [
        await service.api.post(PATH, { name: 'x', allowed_operations }, { token }),
        await service.api.patch(`${PATH}/${id}`, { allowed_operations }, { token }),
      ];
      for (const answer of answers)
        expect(answer).toAnswer(400, { code: 'parameter_invalid', fields: ['allowed_operations'] });
    },
  );
});
