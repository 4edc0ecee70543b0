import { expect, it } from 'vitest';
import { PrivacyDesk, requestOf } from '../../../privacy/data-subject.js';
import { newPhone } from '../../../support/factories.js';
import { observe, OperatorDesk } from './desk.js';

const HOUR_SECONDS = 3600;

it('a request of a data subject is an alert a day before its 72 hours end, until it is decided', async () => {
  const desk = await OperatorDesk.start();
  const service = await desk.service();
  const { id } = requestOf(
    await (await PrivacyDesk.at(service)).post('', { phone: newPhone(), kind: 'access' }),
  );
  service.clock.advance(47 * HOUR_SECONDS);
  await observe(service);
  expect(desk.told).toEqual([]);
  service.clock.advance(HOUR_SECONDS);
  await observe(service);
  expect(desk.told).toEqual(['began privacy_due']);
  expect(desk.notices[0]?.data).toMatchObject({
    subject: `privacy_request:${id}`,
    detail: { request: id, request_kind: 'access' },
  });
  await (await PrivacyDesk.at(service)).post(`/${id}/complete`, {});
  service.clock.advance(HOUR_SECONDS);
  await observe(service);
  expect(desk.told).toEqual(['began privacy_due', 'ended privacy_due']);
}, 60_000);
