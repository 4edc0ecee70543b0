import { expect, it } from 'vitest';
import { Guarded, phonesInARow } from '../../../fraud/fraud.js';
import { observe, OperatorDesk } from './desk.js';

it('an account whose sends look like fraud is an alert, once, until its last block ends', async () => {
  const desk = await OperatorDesk.start();
  const service = await desk.service();
  const guarded = await Guarded.with(service);
  const phones = phonesInARow(8);
  await guarded.sent(phones.slice(0, 6));
  await guarded.judged();
  await guarded.sent(phones.slice(6));
  await guarded.sweep();
  for (let round = 0; round < 2; round++) {
    service.clock.advance(1);
    await observe(service);
  }
  expect(desk.told).toEqual(['began fraud_detected']);
  const { userId, username: account } = guarded.account;
  expect(desk.notices[0]?.data).toMatchObject({
    subject: `account:${userId}`,
    detail: { account, blocks: 1, stopped: 2 },
  });
  expect(desk.mails.received[0]?.mail.text).toContain('tampak seperti penipuan');
  service.clock.advance(3600);
  await observe(service);
  expect(desk.told).toEqual(['began fraud_detected', 'ended fraud_detected']);
}, 60_000);
