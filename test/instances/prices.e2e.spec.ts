import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { Message } from '../../src/otp/message.entities.js';
import { NOTICE_SECONDS, setPrice } from '../credit/set-price.js';
import { newMysqlDatabase } from '../support/databases.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { dropDatabase } from '../support/services/mariadb.js';

const ENV = { RECIPIENT_HOURLY_MAX: '100000', RECIPIENT_ATTEMPTS_MAX: '100000', DEVICE_PER_MINUTE: '0' };
const AT_ONCE = 3;
const STEPS = 40;

/** SQLite has one process. */
describe.runIf(inject('engine') === 'mysql')('two services on one database', { timeout: 60_000 }, () => {
  let databaseUrl: string;
  let both: TestService[] = [];
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
  });
  afterEach(async () => {
    for (const service of both.toReversed()) await service.close();
    await dropDatabase(databaseUrl);
  });

  it('agree on the price of each message by its moment, while prices change under load', async () => {
    const first = await startTestService({ databaseUrl, env: ENV });
    const second = await startTestService({ databaseUrl, env: ENV, gateway: first.gateway });
    both = [first, second];
    const account = await createAccount(first, 1_000_000);
    const start = Math.max(...both.map(({ clock }) => clock.now().getTime()));
    // The second clock is a little ahead, as clocks are.
    both.forEach(({ clock }, nth) => clock.advance((start + nth * 1500 - clock.now().getTime()) / 1000));
    const prices: [moment: number, price: number][] = [[0, 200]];
    const change = async (price: number, seconds: number, userId?: number) => {
      const moment = first.clock.now().getTime() + seconds * 1000;
      const valid_from = new Date(moment).toISOString();
      await setPrice(first, { channel: 'whatsapp', price, valid_from }, userId);
      prices.push([moment, price]);
    };
    for (let step = 0; step < STEPS; step++) {
      // Each time the second service has just read the prices without it.
      if (step % 6 === 0 && step <= 24)
        await change(step * 50, NOTICE_SECONDS + 2, step === 24 ? account.userId : undefined);
      const sends = both.flatMap(({ api }) =>
        Array.from({ length: AT_ONCE }, () => api.post('/api/otp/send', sendBody(), { token: account.key })),
      );
      for (const answer of await Promise.all(sends)) expect(answer).toAnswer(200);
      for (const { clock } of both) clock.advance(5);
    }
    const messages = await first.database.read.findBy(Message, { userId: account.userId });
    expect(messages).toHaveLength(STEPS * AT_ONCE * both.length);
    for (const { createdAt, price, creditUsed } of messages) {
      const due = prices.findLast(([moment]) => createdAt.getTime() >= moment)?.[1];
      expect([price, creditUsed], createdAt.toISOString()).toEqual([due, due]);
    }
    expect(new Set(messages.map(({ price }) => price)).size).toBeGreaterThan(2);
    expect(await auditLedger(first.database.read.dataSource, new Date())).toEqual([]);
  });
});
