import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Message, MessageAttempt } from '../../../src/otp/message.entities.js';
import { CommitUnknownError } from '../../../src/platform/database/index.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());
keepBooks(() => service);

type Batch = typeof service.database.batch;

/** The nth shared transaction's COMMIT gets no answer: it went through, or it did not. */
function loseCommit(nth: number, wentThrough: boolean): void {
  const batch: Batch = service.database.batch.bind(service.database);
  let seen = 0;
  vi.spyOn(service.database, 'batch').mockImplementation(async (work: Parameters<Batch>[0]) => {
    if (++seen !== nth) return batch(work);
    if (wentThrough) await batch(work);
    throw new CommitUnknownError(new Error('connection lost'));
  });
}

const STEPS = { create: 1, update: 2 } as const;

describe.each(Object.keys(STEPS) as (keyof typeof STEPS)[])(
  'when the answer to the COMMIT of %s is lost',
  (step) => {
    it.each([
      ['went through', true],
      ['was rolled back', false],
    ])('and it %s, the message is charged, sent and recorded once', async (_name, wentThrough) => {
      const { key, userId } = await createAccount(service, 400);
      const before = service.gateway.requests.accepted;
      loseCommit(STEPS[step], wentThrough);
      const answer = await service.api.post('/api/otp/send', sendBody(), { token: key });
      expect(answer).toAnswer(200);
      expect(answer.body.data).toMatchObject({ credit_used: 200, credit_balance: 200 });
      expect(service.gateway.requests.accepted - before).toBe(1);
      const messages = await service.database.read.findBy(Message, { userId });
      expect(messages).toMatchObject([
        { status: 'sent', creditUsed: 200, attemptMs: expect.any(Number) as number },
      ]);
      const attempts = await service.database.read.countBy(MessageAttempt, {
        messageId: messages[0]?.id ?? 0,
      });
      expect(attempts).toBe(0);
    });
  },
);
