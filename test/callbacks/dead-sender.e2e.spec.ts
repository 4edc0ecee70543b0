import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxEntry, Message } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { signedCallback, statusEvent } from './signed-callback.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
keepBooks(() => service);

/** What a sender leaves behind that dies before it settles: charged, pending, no device, no id of the gateway. */
async function orphan(): Promise<Message> {
  const { key, userId } = await createAccount(service);
  service.gateway.script([{ dropAnswer: 'after' }]);
  await service.api.post('/api/otp/send', sendBody(), { token: key });
  const { id } = await service.database.read.findOneByOrFail(Message, { userId });
  await service.database.tx((tx) => tx.update(Message, { id }, { deviceId: null }));
  return service.database.read.findOneByOrFail(Message, { id });
}

describe('a message whose sender died before it noted the device', () => {
  it.each(['/api/webhook/gateway', '/api/webhook/gateway/1'])(
    'takes every callback of its gateway at %s, not only the first',
    async (path) => {
      const { id, reference } = await orphan();
      const gatewayId = service.gateway.find(reference)?.id ?? '';
      const secret = service.config.webhookSecrets[0] ?? '';
      for (const status of ['sent', 'delivered'] as const) {
        const event = statusEvent(gatewayId, status, reference);
        const answer = await service.api.post(
          path,
          undefined,
          signedCallback(event, secret, service.clock.now()),
        );
        expect(answer).toAnswer(200);
      }
      expect((await service.database.read.findOneByOrFail(Message, { id })).status).toBe('delivered');
      expect(await service.database.read.count(InboxEntry)).toBe(0);
    },
  );
});
