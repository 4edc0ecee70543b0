import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { DeliveryAfterRefund, Message } from '../../src/otp/message.entities.js';
import { Recovery } from '../../src/otp/recovery.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { login, sessionOf } from '../auth/people.js';
import { reportStatus } from '../callbacks/report-status.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { morningZone } from '../support/test-clock.js';
import { userToken } from '../support/tokens.js';
import { expired, refunded, sent } from './deliveries-after-refund.js';

const DAY_SECONDS = 86_400;

let service: TestService;
beforeAll(async () => {
  const env = { RECOVERY_SECONDS: '3600', TIMEZONE: morningZone() };
  service = await startTestService({ env });
});
afterAll(() => service.close());
afterEach(async () => {
  service.clock.reset();
  // Whatever happened: what is counted is what was refunded and delivered.
  const refundedOnes = { status: 'delivered', livemode: true, creditUsed: 0 } as const;
  const rows = await service.database.read.find(DeliveryAfterRefund);
  const counted = rows.reduce((total, { deliveries }) => total + deliveries, 0);
  expect(counted).toBe((await service.database.read.countBy(Message, refundedOnes)) - forgotten);
});
keepBooks(() => service);

/** Purged by a test. */
let forgotten = 0;

const rowsOf = ({ userId }: Account) => service.database.read.findBy(DeliveryAfterRefund, { userId });
const messageOf = ({ userId }: Account) => service.database.read.findOneByOrFail(Message, { userId });

async function figures(query: string) {
  const { token } = sessionOf(await login(service, 'admin', 'admin-password'));
  const answer = await service.api.get(`/api/admin/free-deliveries${query}`, { token });
  expect(answer).toAnswer(200);
  return answer.body.data as Record<'today' | 'last_30_days', { deliveries: number; credits: number }>;
}

describe('a message that was refunded and delivered after all', () => {
  it('is counted once, for its account and device, when it had expired, however often its delivery is reported', async () => {
    const account = await createAccount(service, 200);
    const id = await expired(service, account);
    expect(await messageOf(account)).toMatchObject({ status: 'failed', creditUsed: 0 });
    expect(await rowsOf(account)).toEqual([]);
    const { deviceId } = await messageOf(account);
    for (let i = 0; i < 3; i++)
      await Promise.all(
        [1, 2, 3].map(() => reportStatus(service, id, 'delivered', { device: `/${deviceId}` })),
      );
    for (const status of ['sent', 'failed', 'delivered'] as const) await reportStatus(service, id, status);
    expect(await messageOf(account)).toMatchObject({ status: 'delivered', creditUsed: 0 });
    expect(await rowsOf(account)).toMatchObject([{ deviceId, deliveries: 1 }]);
    const free = { deliveries: 1, credits: 200 };
    expect(await figures(`?user_id=${account.userId}`)).toEqual({ today: free, last_30_days: free });
    const ofDevice = await figures(`?device_id=${deviceId}`);
    expect(ofDevice.today.deliveries).toBeGreaterThanOrEqual(1);
    expect(await figures(`?user_id=${account.userId}&device_id=999`)).toMatchObject({
      today: { deliveries: 0, credits: 0 },
    });
  });

  it('is counted once when it had been reported as failed, many at the same moment', async () => {
    const account = await createAccount(service, 2000);
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push(await refunded(service, account));
    const reports = ids.flatMap((id) => [id, id, id]);
    await Promise.all(reports.map((id) => reportStatus(service, id, 'delivered')));
    expect(await rowsOf(account)).toMatchObject([{ deliveries: 10 }]);
    expect((await figures(`?user_id=${account.userId}`)).today).toEqual({ deliveries: 10, credits: 2000 });
  });

  it('is counted when both came before anybody knew the message', async () => {
    const account = await createAccount(service, 200);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    const { id = '' } = service.gateway.accepted.at(-1) ?? {};
    await reportStatus(service, id, 'delivered');
    await reportStatus(service, id, 'failed');
    service.clock.advance(60);
    await service.app.get(Recovery).sweep();
    expect(await messageOf(account)).toMatchObject({ status: 'delivered', creditUsed: 0 });
    expect(await rowsOf(account)).toMatchObject([{ deliveries: 1 }]);
  });
});

describe('what is not counted', () => {
  it('a message that is delivered, and one that is reported as failed after that', async () => {
    const account = await createAccount(service, 400);
    const [one, other] = [await sent(service, account), await sent(service, account)];
    for (const status of ['delivered', 'failed', 'delivered'] as const)
      await reportStatus(service, one, status);
    await reportStatus(service, other, 'delivered');
    expect(await rowsOf(account)).toEqual([]);
  });

  it('one that failed too late for a refund: its account has paid', async () => {
    const account = await createAccount(service, 200);
    const id = await sent(service, account);
    service.clock.advance(73 * 3600);
    await reportStatus(service, id, 'failed');
    await reportStatus(service, id, 'delivered');
    expect(await messageOf(account)).toMatchObject({ status: 'delivered', creditUsed: 200 });
    expect(await rowsOf(account)).toEqual([]);
  });

  it('one of a test key, which costs nothing', async () => {
    const account = await createAccount(service, 200);
    const { key } = await service.app
      .get(ApiKeysService)
      .create(account.userId, { name: 'uji', mode: 'test' });
    expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
    service.clock.advance(60);
    await service.app.get(Recovery).sweep();
    expect(await rowsOf(account)).toEqual([]);
  });
});

describe('the figures', () => {
  it('tell today, by the day of the delivery, and 30 days; after 90 days they are forgotten', async () => {
    const account = await createAccount(service, 400);
    const query = `?user_id=${account.userId}`;
    const [one, other] = [await refunded(service, account), await refunded(service, account)];
    await reportStatus(service, one, 'delivered');
    service.clock.advance(DAY_SECONDS);
    await reportStatus(service, other, 'delivered');
    const [free, both] = [
      { deliveries: 1, credits: 200 },
      { deliveries: 2, credits: 400 },
    ];
    expect(await figures(query)).toEqual({ today: free, last_30_days: both });
    service.clock.advance(29 * DAY_SECONDS);
    expect(await figures(query)).toMatchObject({ today: { deliveries: 0 }, last_30_days: free });
    const before = await service.database.read.count(DeliveryAfterRefund);
    service.clock.advance(60 * DAY_SECONDS);
    await service.app.get(Sweepers).runOnce('the purge of free deliveries');
    expect(await rowsOf(account)).toMatchObject([{ deliveries: 1 }]);
    service.clock.advance(DAY_SECONDS);
    await service.app.get(Sweepers).runOnce('the purge of free deliveries');
    expect(await rowsOf(account)).toEqual([]);
    expect(await service.database.read.count(DeliveryAfterRefund)).toBeLessThan(before);
    forgotten = await service.database.read.countBy(Message, {
      livemode: true,
      status: 'delivered',
      creditUsed: 0,
    });
  });

  it('are administrators’', async () => {
    const { userId } = await createAccount(service);
    const answer = await service.api.get('/api/admin/free-deliveries', {
      token: await userToken(service, userId),
    });
    expect(answer).toAnswer(403);
  });
});
