import { afterEach, expect, it } from 'vitest';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { ResponseContract } from '../../support/contract.js';
import { newPhone } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import type { Receiver } from '../../webhook/receiver.js';
import { useOutbound } from '../../webhook/set-up.js';
import { deliver, type Owner, register, verifies, WEBHOOK_ENV } from '../../webhook/support.js';

let service: TestService;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestService({ env: { ...WEBHOOK_ENV, RECOVERY_SECONDS: '3600' } }),
  (ready) => ({ service, receiver, owner } = ready),
);

const create = async (body: object = {}) => {
  const target = { phone: newPhone(), company_name: 'Toko Uji', ...body };
  const made = await service.api.post('/api/otp/verifications', target, { token: owner.key });
  const { verification_id, reference } = made.body.data as { verification_id: string; reference: string };
  return { id: verification_id, text: service.gateway.find(reference)?.text ?? '' };
};
const check = (id: string, otp_code: string) =>
  service.api.post(`/api/otp/verifications/${id}/check`, { otp_code }, { token: owner.key });
const told = () =>
  receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { verification_id?: string } };
    return [type, data.verification_id];
  });

afterEach(async () => {
  const contract = await ResponseContract.load(service.url);
  for (const { body } of receiver.received) contract.checkEvent(body);
});

it('an ending is told signed, after what was told of its message, and with neither code nor phone', async () => {
  const endpoint = await register(service, owner, receiver.url());
  const phone = newPhone();
  const { id, text } = await create({ phone });
  const code = /[0-9]{6}/.exec(text)?.[0] ?? '';
  await check(id, code);
  await deliver(service);
  await deliver(service);
  expect(told()).toEqual([
    ['otp.sent', id],
    ['verification.approved', id],
  ]);
  for (const delivered of receiver.received) expect(verifies(endpoint.secret, delivered)).toBe(true);
  const [, approved] = receiver.received;
  expect(approved?.body).not.toContain(phone.slice(1));
  expect((JSON.parse(approved?.body ?? '{}') as { data: object }).data).not.toHaveProperty('otp_code');
});

it('goes to the webhooks that want it, and nobody else is asked', async () => {
  await register(service, owner, receiver.url('/expired'), ['verification.expired']);
  await register(service, owner, receiver.url('/failed'), ['verification.failed']);
  const failed = await create({ max_attempts: 1 });
  const expired = await create({ ttl_seconds: 60 });
  await check(failed.id, '0123456789');
  service.clock.advance(61);
  await service.app.get(Sweepers).runOnce('verifications that expire');
  await deliver(service);
  expect(told().toSorted()).toEqual(
    [
      ['verification.failed', failed.id],
      ['verification.expired', expired.id],
    ].toSorted(),
  );
});
