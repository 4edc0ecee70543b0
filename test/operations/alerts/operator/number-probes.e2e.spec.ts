import { expect, it } from 'vitest';
import { createAccount, sendBody } from '../../../support/factories.js';
import { observe, OperatorDesk } from './desk.js';

it('an account that sends to too many numbers without WhatsApp is an alert, once, until an hour after its last refused send', async () => {
  const desk = await OperatorDesk.start();
  const service = await desk.service({ env: { NOT_ON_WHATSAPP_MAX: '3' } });
  const { key, username, userId } = await createAccount(service);
  const refuse = { status: 400, error: 'number is not on WhatsApp' };
  service.gateway.behave({ refuse, reason: 'not_on_whatsapp' });
  const send = () => service.api.post('/api/otp/send', sendBody(), { token: key });
  for (let n = 0; n < 3; n++) expect(await send()).toAnswer(502);
  await observe(service);
  expect(desk.told).toEqual([]);
  for (let n = 0; n < 2; n++) expect(await send()).toAnswer(429);
  for (let round = 0; round < 2; round++) {
    service.clock.advance(1);
    await observe(service);
  }
  expect(desk.told).toEqual(['began numbers_probed']);
  expect(desk.notices[0]?.data).toMatchObject({
    subject: `account:${userId}`,
    detail: { account: username, refused: 2 },
  });
  expect(desk.mails.received[0]?.mail.text).toContain('2 pengirimannya ditolak');
  service.clock.advance(1800);
  await observe(service);
  expect(desk.told).toEqual(['began numbers_probed']);
  service.clock.advance(1860);
  await observe(service);
  expect(desk.told).toEqual(['began numbers_probed', 'ended numbers_probed']);
}, 60_000);
