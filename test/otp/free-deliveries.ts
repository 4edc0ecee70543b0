import { expect } from 'vitest';
import { Recovery } from '../../src/otp/recovery.js';
import type { Account } from '../support/factories.js';
import { sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { type Reported, signedCallback, statusEvent } from '../webhook/inbound/signed-callback.js';

/** A callback of the gateway, on the clock of the service, at the common address unless one says otherwise. */
export async function report(service: TestService, id: string, status: Reported, device = ''): Promise<void> {
  const secret = service.config.webhookSecrets[0] ?? '';
  const callback = signedCallback(statusEvent(id, status), secret, service.clock.now());
  const answer = await service.api.post(`/api/webhook/gateway${device}`, undefined, callback);
  expect(answer.status).toBe(200);
}

/** A message that was sent, and its id at the gateway. */
export async function sent(service: TestService, { key }: Account): Promise<string> {
  const { body } = await service.api.post('/api/otp/send', sendBody(), { token: key });
  return (body.data as { message_id: string }).message_id;
}

/** One that the gateway reported as failed, which was refunded. */
export async function refunded(service: TestService, account: Account): Promise<string> {
  const id = await sent(service, account);
  await report(service, id, 'failed');
  return id;
}

/** One whose outcome stayed unknown until it was refunded; the gateway has it all the same. */
export async function expired(service: TestService, { key }: Account): Promise<string> {
  service.gateway.behave({ lookup: 'unavailable' });
  service.gateway.script([{ dropAnswer: 'after' }]);
  const answer = await service.api.post('/api/otp/send', sendBody(), { token: key });
  expect(answer.body.code).toBe('gateway_unknown');
  const { id = '', reference = '' } = service.gateway.accepted.at(-1) ?? {};
  service.clock.advance(1000);
  await service.app.get(Recovery).sweep();
  service.gateway.behave({ lookup: 'normal' });
  // The gateway names our reference once, so that the message is known by its id from then on.
  const secret = service.config.webhookSecrets[0] ?? '';
  const callback = signedCallback(statusEvent(id, 'sent', reference), secret, service.clock.now());
  await service.api.post('/api/webhook/gateway', undefined, callback);
  return id;
}
