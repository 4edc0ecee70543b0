import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { Message } from '../../src/otp/message.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { WebhookEndpoint } from '../../src/webhook/webhook.entities.js';
import type { Answer } from '../support/api.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

const DAY_SECONDS = 86_400;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_ALLOW_PRIVATE: '1', RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const round = (name: string) => service.app.get(Sweepers).runOnce(`the purge of ${name}`);
const made = (answer: Answer) => {
  expect(answer).toAnswer(201);
  return answer.body.data as { id: number; key: string };
};
const keyIds = async (userId: number) =>
  (await service.database.read.find(ApiKey, { where: { userId }, order: { id: 'ASC' } })).map(({ id }) => id);

it('deleted API keys are purged after a month, unless a message or a rotation that is left names them', async () => {
  const { userId, key } = await createAccount(service);
  const token = await userToken(service, userId);
  const [first = 0] = await keyIds(userId);
  const make = async () => made(await service.api.post('/api/account/api-keys', { name: 'x' }, { token }));
  const remove = async (id: number) =>
    expect(await service.api.delete(`/api/account/api-keys/${id}`, { token })).toAnswer(200);
  const unused = await make();
  const used = await make();
  const rotated = await make();
  expect(await service.api.post('/api/otp/send', sendBody(), { token: used.key })).toAnswer(200);
  const answer = await service.api.post(
    `/api/account/api-keys/${rotated.id}/rotate`,
    { overlap_seconds: 0 },
    { token },
  );
  const successor = made(answer);
  for (const { id } of [unused, used, rotated]) await remove(id);

  service.clock.advance(29 * DAY_SECONDS);
  await round('deleted API keys');
  expect(await keyIds(userId)).toHaveLength(5);
  service.clock.advance(2 * DAY_SECONDS);
  await round('deleted API keys');
  expect(await keyIds(userId)).toEqual([first, used.id, rotated.id, successor.id]);
  // The message still says which key sent it.
  const late = await userToken(service, userId);
  const history = await service.api.get(`/api/account/history?key=${used.id}`, { token: late });
  expect(history.body.data).toMatchObject({ items: [{ status: 'sent' }] });
  const refused = await service.api.get('/api/otp/credit', { token: unused.key });
  expect(refused).toAnswer(401, 'api_key_invalid');
  expect(await service.api.get('/api/otp/credit', { token: key })).toAnswer(200);

  const gone = await service.api.delete(`/api/account/api-keys/${successor.id}`, { token: late });
  expect(gone).toAnswer(200);
  service.clock.advance(31 * DAY_SECONDS);
  await round('deleted API keys');
  expect(await keyIds(userId)).toEqual([first, used.id]);
  expect(await service.database.read.countBy(Message, { userId })).toBe(1);
});

it('deleted webhooks are purged after a month, unless a delivery names them', async () => {
  const { userId } = await createAccount(service);
  const token = await userToken(service, userId);
  const make = async () =>
    made(await service.api.post('/api/account/webhooks', { url: 'http://127.0.0.1:9/hook' }, { token }));
  const [unused, called, live] = [await make(), await make(), await make()];
  expect(
    (await service.api.post(`/api/account/webhooks/${called.id}/test`, {}, { token })).status,
  ).toBeLessThan(300);
  for (const { id } of [unused, called])
    expect(await service.api.delete(`/api/account/webhooks/${id}`, { token })).toAnswer(200);
  const left = async () =>
    (await service.database.read.find(WebhookEndpoint, { where: { userId }, order: { id: 'ASC' } })).map(
      ({ id }) => id,
    );
  await round('deleted webhooks');
  expect(await left()).toEqual([unused.id, called.id, live.id]);
  service.clock.advance(31 * DAY_SECONDS);
  // Before the log of deliveries is purged.
  await round('deleted webhooks');
  const between = await left();
  expect(between).not.toContain(unused.id);
  expect(between).toContain(live.id);
  await round('deliveries to deleted webhooks');
  service.clock.advance(365 * DAY_SECONDS);
  await round('old webhook deliveries');
  await round('deleted webhooks');
  expect(await left()).toEqual([live.id]);
});

it('what owners did to their accounts is purged from the audit log, what administrators did and money stay', async () => {
  const { userId } = await createAccount(service);
  const token = await userToken(service, userId);
  made(await service.api.post('/api/account/api-keys', { name: 'x' }, { token }));
  const admin = await adminToken(service);
  const credit = await service.api.post(
    `/api/admin/users/${userId}/credit`,
    { amount: 1000, note: 'uji' },
    { token: admin },
  );
  expect(credit).toAnswer(200);
  const actions = async () =>
    (await service.database.read.findBy(AuditEntry, {})).map(({ action }) => action);
  expect(await actions()).toEqual(expect.arrayContaining(['api_key.create', 'credit.topup']));
  service.clock.advance(181 * DAY_SECONDS);
  await round('the security log');
  const left = await actions();
  expect(left).toContain('credit.topup');
  expect(left).not.toContain('api_key.create');
});
