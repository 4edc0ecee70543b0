import { expect, it } from 'vitest';
import { createAccount } from '../../../support/factories.js';
import { userToken } from '../../../support/tokens.js';
import { observe, OperatorDesk } from './desk.js';

it('an owner who wants the account closed is an alert, until the request is taken back', async () => {
  const desk = await OperatorDesk.start();
  const service = await desk.service();
  const { username, userId } = await createAccount(service);
  const token = await userToken(service, userId);
  expect(await service.api.post('/api/account/close', {}, { token })).toAnswer(200);
  for (let round = 0; round < 2; round++) {
    service.clock.advance(1);
    await observe(service);
  }
  expect(desk.told).toEqual(['began closing_requested']);
  expect(desk.notices[0]?.data).toMatchObject({
    subject: `account:${userId}`,
    detail: { account: username },
  });
  expect(await service.api.delete('/api/account/close', { token })).toAnswer(200);
  service.clock.advance(60);
  await observe(service);
  expect(desk.told).toEqual(['began closing_requested', 'ended closing_requested']);
}, 60_000);
