import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { Message } from '../../src/otp/message.entities.js';
import { MAGIC_NUMBERS } from '../../src/otp/sandbox/magic-numbers.rules.js';
import { WebhookOutbox } from '../../src/webhook/index.js';
import { sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { statementsOf } from '../support/statements.js';
import { RunningClock } from '../support/test-clock.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import { happen, type Owner, register } from './support.js';

/** Whoever waits for half a minute, where the look for what was left behind is, waits too long. */
const PATIENCE = { timeout: 20_000, interval: 20 };

let service: TestService;
let receiver: Receiver;
let owner: Owner;

// Work that is waited for, as outside of tests.
useOutbound(
  () =>
    startTestService({
      env: { WEBHOOK_ALLOW_PRIVATE: '1', TEST_STEP_SECONDS: '1' },
      clock: new RunningClock(),
    }),
  (ready) => ({ service, receiver, owner } = ready),
);

describe('without anybody who looks for it again and again', { timeout: 60_000 }, () => {
  beforeEach(() => receiver.behave('/', { status: 200 }));

  it('an event of a send goes out, and those that follow', async () => {
    await register(service, owner, receiver.url());
    for (const count of [1, 2, 3]) {
      expect(await service.api.post('/api/otp/send', sendBody(), { token: owner.key })).toAnswer(200);
      await expect.poll(() => receiver.at('/').length, PATIENCE).toBe(count);
    }
  });

  it('an event that was written with other things goes out', async () => {
    await register(service, owner, receiver.url());
    await happen(service, owner.userId);
    service.app.get(WebhookOutbox).committed();
    await expect.poll(() => receiver.at('/').length, PATIENCE).toBe(1);
  });

  it('what an endpoint refused is tried again when it is due, five seconds later', async () => {
    receiver.behave('/', { status: 500 });
    await register(service, owner, receiver.url());
    await service.api.post('/api/otp/send', sendBody(), { token: owner.key });
    await expect.poll(() => receiver.at('/').length, PATIENCE).toBe(2);
  });

  it("a test key's message takes its steps when they are due", async () => {
    const { key } = await service.app.get(ApiKeysService).create(owner.userId, { name: 'uji', mode: 'test' });
    const [phone] = [...MAGIC_NUMBERS].find(([, { kind, ...scenario }]) => {
      const { answer, steps } = scenario as { answer?: { kind: string }; steps?: { after: number }[] };
      return kind === 'scenario' && answer?.kind === 'unknown' && steps?.length === 2;
    }) ?? [''];
    const sent = await service.api.post('/api/otp/send', sendBody({ phone }), { token: key });
    expect(sent.body.code).toBe('gateway_unknown');
    const status = async () =>
      (await service.database.read.findOneByOrFail(Message, { userId: owner.userId })).status;
    await expect.poll(status, PATIENCE).toBe('delivered');
  });

  it('asks the database for nothing while there is nothing to do', async () => {
    await expect
      .poll(async () => {
        const statements = await statementsOf(service, () => sleep(3000));
        return statements.filter(({ sql }) => /webhook_events|test_steps/.test(sql)).length;
      }, PATIENCE)
      .toBe(0);
  });
});
