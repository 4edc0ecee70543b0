import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportStatus } from '../callbacks/report-status.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.clock.toMorning();
});
afterAll(() => service.close());
keepBooks(() => service);

/** Sends, and has it delivered after so long; null: never. */
async function send({ key }: Account, deliveredAfter: number | null): Promise<void> {
  const answer = await service.api.post('/api/otp/send', sendBody(), { token: key });
  if (deliveredAfter === null) return;
  const { message_id: id } = answer.body.data as { message_id: string };
  service.clock.advance(deliveredAfter);
  await reportStatus(service, id, 'delivered');
}

const statsOf = async ({ userId }: Account, query = '?days=7') => {
  const token = await userToken(service, userId);
  return (await service.api.get(`/api/account/stats${query}`, { token })).body.data as {
    delivery_rate: number | null;
    median_delivery_seconds: number | null;
    today_count: number;
  };
};

describe('statistics of an account', () => {
  it('have no rate and no median before the first message', async () => {
    const account = await createAccount(service);
    expect(await statsOf(account)).toMatchObject({
      delivery_rate: null,
      median_delivery_seconds: null,
      today_count: 0,
    });
    await send(account, null);
    expect(await statsOf(account)).toMatchObject({ delivery_rate: 0, median_delivery_seconds: null });
  });

  it('tell how many of all messages with a known outcome were delivered, and how fast', async () => {
    const account = await createAccount(service);
    for (const seconds of [2, 40, 4]) await send(account, seconds);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    await send(account, null);
    await send(account, null);
    const { delivery_rate, median_delivery_seconds } = await statsOf(account);
    expect(delivery_rate).toBe(0.6);
    expect(median_delivery_seconds).toBe(4);
  });

  it('are of the days that were asked for', async () => {
    const account = await createAccount(service);
    await send(account, 30);
    service.clock.advance(3 * 86_400);
    await send(account, 1);
    const few = await statsOf(account, '?days=2');
    expect(few).toMatchObject({ delivery_rate: 1, today_count: 1 });
    expect(few.median_delivery_seconds).toBe(1);
    expect((await statsOf(account, '?days=7')).median_delivery_seconds).toBe(15.5);
  });

  it('leave the integrators’ as the specification has them', async () => {
    const { key } = await createAccount(service);
    const answer = await service.api.get('/api/otp/stats', { token: key });
    expect(answer.body.data).toEqual({
      total_sent: 0,
      total_failed: 0,
      today_count: 0,
      total_converted: 0,
      conversion_rate: null,
    });
  });
});
