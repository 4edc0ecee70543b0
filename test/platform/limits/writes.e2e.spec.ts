import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/api.js';
import { keepBooks } from '../../support/app.js';
import { createAccount } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken, userToken } from '../../support/tokens.js';

const WRITES = 6;
const CREATIONS = 3;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: {
      WRITE_RATE_PER_MINUTE: String(WRITES),
      CREATION_RATE_PER_HOUR: String(CREATIONS),
      WEBHOOK_ALLOW_PRIVATE: '1',
    },
  });
});
afterAll(() => service.close());
keepBooks(() => service);

async function times(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await ask()).status);
  return statuses;
}
const tokenOfNew = async () => userToken(service, (await createAccount(service)).userId);
const makeKey = (token: string) => service.api.post('/api/account/api-keys', { name: 'uji' }, { token });
const idOf = ({ body }: Answer) => Number(body.data?.['id']);

describe('what an account may create', () => {
  it('is so much an hour over all that stays, also when it is deleted at once', async () => {
    const token = await tokenOfNew();
    const first = await makeKey(token);
    expect(first).toAnswer(201);
    expect(first.headers.get('ratelimit-policy')).toBe(
      `"write";q=${WRITES};w=60, "create";q=${CREATIONS};w=3600`,
    );
    const removed = await service.api.delete(`/api/account/api-keys/${idOf(first)}`, { token });
    expect(removed).toAnswer(200);
    const url = 'http://127.0.0.1:9/hook';
    expect(await service.api.post('/api/account/webhooks', { url }, { token })).toAnswer(201);
    expect(await makeKey(token)).toAnswer(201);
    const refused = await makeKey(token);
    expect(refused).toAnswer(429, 'rate_limited');
    expect(refused.headers.get('ratelimit')).toMatch(/^"create";r=0;/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    // Another account is not affected.
    expect(await makeKey(await tokenOfNew())).toAnswer(201);
  });

  it('is ten times as much for administrators', async () => {
    const token = await adminToken(service);
    const reserve = (n: number) =>
      service.api.post('/api/admin/reserved-brands', { brands: [`Merek ${n}`] }, { token });
    let n = 0;
    expect(new Set(await times(CREATIONS * 10, () => reserve(n++)))).toEqual(new Set([200]));
    expect(await reserve(n)).toAnswer(429);
  });
});

describe('changes', () => {
  it('are so many a minute, whatever they change; deletions and the end of all sessions never wait', async () => {
    const token = await tokenOfNew();
    const id = idOf(await makeKey(token));
    const rename = (name: string) => service.api.patch(`/api/account/api-keys/${id}`, { name }, { token });
    const renameMe = () => service.api.patch('/api/auth/me', { name: 'Nama Baru' }, { token });
    expect(await times(WRITES - 2, () => rename('lain'))).not.toContain(429);
    expect(await renameMe()).toAnswer(200);
    const refused = await renameMe();
    expect(refused).toAnswer(429, 'rate_limited');
    expect(await rename('lagi')).toAnswer(429);
    // Reads have a limit of their own.
    expect(await service.api.get('/api/account/api-keys', { token })).toAnswer(200);
    expect(await service.api.delete(`/api/account/api-keys/${id}`, { token })).toAnswer(200);
    const password = { current_password: 'wrong-password', new_password: 'another-password-9' };
    expect(await service.api.post('/api/auth/change-password', password, { token })).not.toAnswer(429);
    expect(await service.api.post('/api/auth/logout-all', {}, { token })).toAnswer(200);
  });
});
