import { expect } from 'vitest';
import type { TestService } from '../support/service.js';
import { type Reported, signedCallback, statusEvent } from './signed-callback.js';

interface Told {
  /** Ours, where the gateway names it. */
  reference?: string;
  /** The end of a device's own address; else the common one. */
  device?: string;
}

/** A genuine callback of the gateway, on the clock of the service; it is taken with 200. */
export async function reportStatus(
  service: TestService,
  id: string,
  status: Reported,
  { reference, device = '' }: Told = {},
): Promise<void> {
  const secret = service.config.webhookSecrets[0] ?? '';
  const callback = signedCallback(statusEvent(id, status, reference), secret, service.clock.now());
  const answer = await service.api.post(`/api/webhook/gateway${device}`, undefined, callback);
  expect(answer).toAnswer(200);
}
