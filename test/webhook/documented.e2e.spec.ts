import { expect, it } from 'vitest';
import { LowCreditAlerts } from '../../src/operations/alerts/low-credit-alerts.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import { ResponseContract } from '../support/contract.js';
import { sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import { dataOf, deliver, type Owner, register, ROOT, WEBHOOK_ENV } from './support.js';

let service: TestService;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestService({ env: { ...WEBHOOK_ENV, RECOVERY_SECONDS: '3600', ALERTS_SECONDS: '3600' } }),
  (ready) => ({ service, receiver, owner } = ready),
);

const send = () =>
  service.api.post('/api/otp/send', sendBody({ external_id: 'pesanan-1', metadata: { cabang: 'Bandung' } }), {
    token: owner.key,
  });

it('what an endpoint receives of each event is what the OpenAPI document says', async () => {
  const endpoint = await register(service, owner, receiver.url('/all'));
  const { message_id } = dataOf<{ message_id: string }>(await send());
  const secret = service.config.webhookSecrets[0] ?? '';
  const callback = signedCallback(statusEvent(message_id, 'delivered'), secret, service.clock.now());
  await service.api.post('/api/webhook/gateway', undefined, callback);
  service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  expect(await send()).toAnswer(502);
  const low_threshold = 10_000_000;
  await service.api.patch('/api/account/credit', { low_threshold }, { token: owner.token });
  await service.app.get(LowCreditAlerts).sweep();
  await service.api.post(`${ROOT}/${endpoint.id}/test`, undefined, { token: owner.token });
  await deliver(service);

  const types = ['otp.sent', 'otp.delivered', 'otp.failed', 'credit.low', 'webhook.test'];
  await expect.poll(() => new Set(receiver.bodiesAt('/all').map(({ type }) => type))).toEqual(new Set(types));
  const contract = await ResponseContract.load(service.url);
  for (const { body } of receiver.at('/all')) contract.checkEvent(body);
});
