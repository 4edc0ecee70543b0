import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Database } from '../common/database/index.js';
import { IdempotencyKey } from '../common/idempotency/index.js';
import { randomId } from '../common/ids/random.js';
import { failpoint } from '../common/process/failpoint.js';
import { Clock } from '../common/time/clock.js';
import { Credit } from '../credit/index.js';
import { Message } from './message.entity.js';
import { SENT_MESSAGE } from './send.dto.js';
import { correlationOf, gatewayFailure, reasonOf } from './telling.js';
import { Verification } from './verifications/verification.entity.js';
import { CREATE_ROUTE, sentVerification } from './verifications/verification-view.js';

const BATCH = 100;

/** Answers for sends that died before they answered: whoever repeats the request learns how it ended. */
@Injectable()
export class IdempotentAnswers {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly clock: Clock,
  ) {}

  /** Completes keys whose message is settled and in nobody's hands: one just recovered, once that claim has ended. */
  async complete(): Promise<void> {
    const open = await this.database.read.find(IdempotencyKey, {
      where: { status: IsNull(), messageId: Not(IsNull()) },
      // In the order of their index: by id, a database would read the answered ones too.
      order: { messageId: 'ASC' },
      take: BATCH,
    });
    if (open.length === 0) return;
    const ids = open.map(({ messageId }) => messageId ?? 0);
    const messages = await this.database.read.findBy(Message, { id: In(ids) });
    const byId = new Map(messages.map((message) => [message.id, message]));
    for (const key of open) {
      const message = byId.get(key.messageId ?? 0);
      if (message && message.status !== 'pending' && message.leaseUntil <= this.clock.now())
        await this.keep(key, message);
    }
  }

  private async keep(key: IdempotencyKey, message: Message): Promise<void> {
    failpoint('recovery.key');
    const verification = await this.verificationOf(message);
    const isFirst = key.route.startsWith(CREATE_ROUTE);
    const { status, body } = await this.answerOf(message, verification, isFirst);
    await this.database.tx(async (tx) => {
      // Whoever asked is told that there is none.
      if (verification && isFirst && message.status === 'failed')
        await tx.delete(Verification, { id: verification.id, messageId: message.id, status: 'pending' });
      const change = { status, answer: JSON.stringify(body) };
      await tx.update(IdempotencyKey, { id: key.id, status: IsNull() }, change);
    });
    failpoint('recovery.kept');
  }

  /** Whose code the message carried; there is none whose sender died before it was made, and sent nothing. */
  private async verificationOf({ verification: reference }: Message): Promise<Verification | null> {
    return reference === null ? null : this.database.read.findOneBy(Verification, { reference });
  }

  private async answerOf(
    message: Message,
    verification: Verification | null,
    isFirst: boolean,
  ): Promise<{ status: number; body: object }> {
    if (message.status === 'failed') {
      const words = message.errorMessage ?? 'failed';
      const error = gatewayFailure('gateway_error', message, words, reasonOf(message) ?? 'unknown');
      return { status: error.spec.status, body: error.envelope(randomId()) };
    }
    const sent = {
      // Whatever is sent or delivered has one.
      message_id: message.gatewayMessageId ?? '',
      recipient: message.recipientMasked,
      credit_used: message.creditUsed,
      credit_balance: (await this.credit.balanceOf(message.userId)) ?? 0,
      ...correlationOf(message),
    };
    const data = verification ? sentVerification(verification, sent) : sent;
    return { status: isFirst ? 201 : 200, body: { success: true, message: SENT_MESSAGE, data } };
  }
}
