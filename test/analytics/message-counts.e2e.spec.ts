import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DayKey, MessageCounts } from '../../src/analytics/message-counts.js';
import { keyOf, OUTCOMES, type RollupCell } from '../../src/analytics/rollup.rules.js';
import { Message } from '../../src/otp/message.entities.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { recount } from './recount.js';

/** Its clocks go from 02:00 to 03:00, and back from 03:00 to 02:00. */
const ZONE = 'Europe/Berlin';
const [DAY_OF_23_HOURS, DAY_OF_25_HOURS, DAY] = ['2026-03-29', '2026-10-25', '2026-01-31'];

let service: TestService;
let template: Message;
beforeAll(async () => {
  service = await startTestService();
  const { key } = await createAccount(service);
  expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
  template = await service.database.read.findOneOrFail(Message, { where: {}, order: { id: 'DESC' } });
});
afterAll(() => service.close());

let added = 0;
async function add(userId: number, changes: Partial<Message>[]): Promise<Message[]> {
  const { id: _, ...columns } = template;
  await service.database.tx(async (tx) => {
    for (const change of changes)
      await tx.insert(Message, {
        ...columns,
        userId,
        reference: `otp_counted_${++added}`,
        gatewayMessageId: null,
        status: 'sent',
        deliveredAt: null,
        convertedAt: null,
        recipientMasked: '6281****7890',
        ...change,
      });
  });
  return service.database.read.findBy(Message, { userId });
}

const shown = (cells: readonly RollupCell[]) =>
  Object.fromEntries(cells.map((cell) => [keyOf(cell), OUTCOMES.map((outcome) => cell[outcome]).join(' ')]));

describe('the counts of a day', () => {
  const noon = new Date(`${DAY}T12:00:00Z`);
  const after = (seconds: number) => addSeconds(noon, seconds);
  const countsOf = async (calendar: Calendar, key: DayKey) =>
    (await new MessageCounts(service.database, calendar).ofDay(key))?.hours ?? [];

  it('are by hour, key, device, prefix, failure reason and time to delivery', async () => {
    const userId = 9_000_001;
    const shared = { day: DAY, createdAt: noon, apiKeyId: 3, deviceId: 1 };
    const delivered = { ...shared, status: 'delivered', deliveredAt: after(2) } as const;
    const messages = await add(userId, [
      shared,
      delivered,
      { ...delivered, convertedAt: after(9), apiKeyId: 4 },
      {
        ...shared,
        status: 'failed',
        failureReason: 'expired',
        recipientMasked: '6285****7890',
        deviceId: null,
      },
      { ...shared, createdAt: after(3600) },
    ]);
    const calendar = new Calendar('UTC');
    const cells = await countsOf(calendar, { userId, livemode: 1, day: DAY });
    // sent, delivered, failed, converted
    expect(shown(cells)).toEqual({
      'all 12 ': '1 2 1 1',
      'all 13 ': '1 0 0 0',
      'key 12 3': '1 1 1 0',
      'key 12 4': '0 1 0 1',
      'key 13 3': '1 0 0 0',
      'device 12 1': '1 2 0 1',
      'device 12 ': '0 0 1 0',
      'device 13 1': '1 0 0 0',
      'channel 12 whatsapp': '1 2 1 1',
      'channel 13 whatsapp': '1 0 0 0',
      'prefix 12 081': '1 2 0 1',
      'prefix 12 085': '0 0 1 0',
      'prefix 13 081': '1 0 0 0',
      'reason 12 expired': '0 0 1 0',
      'latency 12 2': '0 2 0 1',
    });
    expect(shown(cells)).toEqual(shown(recount(messages, (at) => calendar.hour(at))));
  });

  it('leave pending messages out, but for a code that was checked already', async () => {
    const userId = 9_000_002;
    const shared = { day: DAY, createdAt: noon, apiKeyId: 3, status: 'pending' } as const;
    await add(userId, [shared, { ...shared, convertedAt: after(9) }]);
    const cells = await countsOf(new Calendar('UTC'), { userId, livemode: 1, day: DAY });
    expect(shown(cells)).toMatchObject({ 'all 12 ': '0 0 0 1', 'key 12 3': '0 0 0 1' });
  });

  it('name a failure without a reason, a foreign prefix, and a step for every time', async () => {
    const userId = 9_000_003;
    const shared = { day: DAY, createdAt: noon };
    const delivered = { ...shared, status: 'delivered' } as const;
    await add(userId, [
      { ...shared, status: 'failed', failureReason: null, recipientMasked: '0000****0000' },
      ...[0, 1, 1.001, 5, 86_400, 1e6].map((seconds) => ({ ...delivered, deliveredAt: after(seconds) })),
    ]);
    const cells = shown(await countsOf(new Calendar('UTC'), { userId, livemode: 1, day: DAY }));
    expect(cells).toMatchObject({ 'reason 12 unknown': '0 0 1 0', 'prefix 12 ': '0 0 1 0' });
    expect(cells).toMatchObject({
      'latency 12 1': '0 2 0 0',
      'latency 12 2': '0 1 0 0',
      'latency 12 5': '0 1 0 0',
      'latency 12 86400': '0 1 0 0',
      'latency 12 longer': '0 1 0 0',
    });
  });

  it.each([
    [DAY_OF_23_HOURS, 23],
    [DAY_OF_25_HOURS, 25],
    [DAY, 24],
  ])('are by the hours that clocks show on %s, which has %i of them', async (day, hours) => {
    const userId = 9_100_000 + hours;
    const calendar = new Calendar(ZONE);
    const start = calendar.startOf(day);
    expect(calendar.endOf(day).getTime() - start.getTime()).toBe(hours * 3_600_000);
    const quarters = Array.from({ length: hours * 4 }, (_, at) => addSeconds(start, at * 900));
    const messages = await add(
      userId,
      quarters.map((createdAt) => ({ day, createdAt })),
    );
    const cells = await countsOf(calendar, { userId, livemode: 1, day });
    expect(shown(cells)).toEqual(shown(recount(messages, (at) => calendar.hour(at))));
  });
});
