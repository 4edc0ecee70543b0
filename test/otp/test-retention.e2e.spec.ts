import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Message } from '../../src/otp/message.entities.js';
import { Retention } from '../../src/otp/retention.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

const DAYS = 30;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const send = (token: string, body = {}) => service.api.post('/api/otp/send', sendBody(body), { token });
const purge = () => service.app.get(Retention).testRound();
const idsOf = async (userId: number, livemode: boolean) =>
  (await service.database.read.findBy(Message, { userId, livemode })).map(({ id }) => id);

it('old messages of test keys are purged, live ones never; statistics, history and books agree', async () => {
  const account = await createAccount(service);
  const { userId } = account;
  const test = await service.app.get(ApiKeysService).create(userId, { name: 'tes', mode: 'test' });
  expect(await send(account.key)).toAnswer(200);
  for (let n = 0; n < 3; n++) expect(await send(test.key)).toAnswer(200);
  expect(await send(test.key, { phone: '628000000008' })).toAnswer(502);
  await purge();
  expect(await idsOf(userId, false)).toHaveLength(4);

  service.clock.advance((DAYS + 2) * 86_400);
  expect(await send(test.key)).toAnswer(200);
  await purge();
  expect(await idsOf(userId, true)).toHaveLength(1);
  expect(await idsOf(userId, false)).toHaveLength(1);
  const token = await userToken(service, userId);
  const history = await service.api.get('/api/account/history?mode=test', { token });
  expect(history.body.data).toMatchObject({ total: 1, items: [{ credit_used: 0 }] });
  const stats = await service.api.get('/api/otp/stats', { token: test.key });
  expect(stats.body.data).toMatchObject({ total_sent: 4, total_failed: 1, today_count: 1 });
  // A second round finds nothing, and what is young stays.
  await purge();
  expect(await idsOf(userId, false)).toHaveLength(1);
});

it('messages of test keys stay for ever where that is set', async () => {
  const kept = await startTestService({
    gateway: service.gateway,
    env: { TEST_MESSAGE_RETENTION_DAYS: '0' },
  });
  try {
    await expect(kept.app.get(Sweepers).runOnce('the purge of old test messages')).rejects.toThrow();
  } finally {
    await kept.close();
  }
});
