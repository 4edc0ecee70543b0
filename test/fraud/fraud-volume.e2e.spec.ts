import { IsNull } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FraudMark } from '../../src/fraud/fraud.entities.js';
import { FraudJudge } from '../../src/fraud/fraud-judge.js';
import { FraudMarks, type Mark } from '../../src/fraud/fraud-marks.js';
import { Message } from '../../src/otp/message.entities.js';
import { execute, insertInto } from '../../src/platform/database/index.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { startTestService, type TestService } from '../support/service.js';
import { Guarded, JUDGED_SECONDS, phonesApart } from './fraud.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ROWS_AT_ONCE = 200;

/** Copies of a message of the account, each to a phone of its own, in the group with this mark. */
async function copies(
  { userId, mark: { group, marks } }: Seed,
  count: number,
  ageSeconds: number,
): Promise<void> {
  const { read } = service.database;
  const { id: _, ...model } = await read.findOneByOrFail(Message, { userId, convertedAt: IsNull() });
  const createdAt = addSeconds(service.clock.now(), -ageSeconds);
  const names = Array.from({ length: count }, (_, nth) => `otp_${userId}_${group}_${ageSeconds}_${nth}`);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const some = names.slice(from, from + ROWS_AT_ONCE);
    const rows = some.map((name) => ({ ...model, reference: name, recipientIndex: name, createdAt }));
    await service.database.tx((tx) => execute(tx, insertInto(Message, rows)));
    const found = await read.find(Message, { where: { userId }, order: { id: 'DESC' }, take: some.length });
    const marked = found.map(({ id: messageId }) => ({ mark: marks[0], messageId, createdAt }));
    await service.database.tx((tx) => execute(tx, insertInto(FraudMark, marked)));
  }
}

interface Seed {
  userId: number;
  mark: Mark;
}

async function seed(guarded: Guarded, group: Mark['group']): Promise<Seed> {
  const { userId } = guarded.account;
  const [written = ''] = phonesApart(1);
  await guarded.sent([written]);
  const phone = Phone.parse(written);
  const marks = phone && service.app.get(FraudMarks).of(userId, phone, { ip: '203.0.113.7' });
  const mark = marks?.find((one) => one.group === group);
  if (!mark) throw new Error(`no mark of the group ${group}`);
  return { userId, mark };
}

it('blocks at limits above two thousand sends', async () => {
  const guarded = await Guarded.with(service, { prefix_sends_max: 2_200, address_phones_max: 500 });
  await guarded.reports();
  for (const [group, count] of [
    ['prefix', 2_200],
    ['network', 2_500],
  ] as const) {
    const seeded = await seed(guarded, group);
    await copies(seeded, count, JUDGED_SECONDS);
    await service.app.get(FraudJudge).judge(seeded);
  }
  expect(await guarded.blocks()).toMatchObject([
    { rule: 'many_phones_per_address' },
    { rule: 'low_conversion' },
  ]);
});

it('judges an attack by its older sends, however many the last two minutes have', async () => {
  const guarded = await Guarded.with(service);
  await guarded.reports();
  const seeded = await seed(guarded, 'prefix');
  await copies(seeded, 100, JUDGED_SECONDS);
  await copies(seeded, 2_100, 1);
  expect(await service.app.get(FraudJudge).judge(seeded)).toBe(false);
  expect(await guarded.blocks()).toMatchObject([{ rule: 'low_conversion', conversion_percent: 0 }]);
});
