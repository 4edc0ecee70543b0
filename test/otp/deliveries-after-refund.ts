import { expect } from 'vitest';
import { Recovery } from '../../src/otp/recovery.js';
import { reportStatus } from '../callbacks/report-status.js';
import { type Account, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';

/** A message that was sent, and its id at the gateway. */
export async function sent(service: TestService, { key }: Account): Promise<string> {
  const { body } = await service.api.post('/api/otp/send', sendBody(), { token: key });
  return (body.data as { message_id: string }).message_id;
}

/** One that the gateway reported as failed, which was refunded. */
export async function refunded(service: TestService, account: Account): Promise<string> {
  const id = await sent(service, account);
  await reportStatus(service, id, 'failed');
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
  await reportStatus(service, id, 'sent', { reference });
  return id;
}
