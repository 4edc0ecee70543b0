import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { Credit } from '../credit/index.js';
import { Database } from '../platform/database/index.js';
import type { AppError } from '../platform/errors/index.js';
import { IdempotencyClaim, IdempotencyKey, type KeptAnswer } from '../platform/idempotency/index.js';
import { randomId } from '../platform/ids/random.js';
import { CommonSettings } from '../platform/process/common-settings.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Clock } from '../platform/time/clock.js';
import { Message } from './message.entity.js';
import { type SendResult, SENT_MESSAGE } from './send.dto.js';
import { correlationOf, gatewayFailure, reasonOf, sendResult } from './telling.js';
import { Verification } from './verifications/verification.entity.js';
import { CREATE_ROUTE, sentVerification, withVerification } from './verifications/verification-view.js';

const BATCH = 100;

/** Writes the answers of sends that died before they answered, so that a repeated request learns how the send ended. */
@Injectable()
export class IdempotentAnswers {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly clock: Clock,
    private readonly settings: CommonSettings,
  ) {}

  /**
   * Completes keys whose message is settled and under no lease. A message that was just recovered waits until the lease
   * of that claim ends.
   */
  async complete(stopping?: AbortSignal): Promise<void> {
    // Goes through all open keys: keys of messages that stay pending may be many, and the oldest.
    for (let open = await this.openAfter(0); open.length > 0 && !stopping?.aborted;) {
      await this.keepSettled(open, stopping);
      open = await this.openAfter(Number(open.at(-1)?.messageId));
    }
  }

  private async keepSettled(open: readonly IdempotencyKey[], stopping?: AbortSignal): Promise<void> {
    const ids = open.map(({ messageId }) => messageId ?? 0);
    const messages = await this.database.read.findBy(Message, { id: In(ids) });
    const byId = new Map(messages.map((message) => [message.id, message]));
    for (const key of open) {
      if (stopping?.aborted) return;
      const message = byId.get(key.messageId ?? 0);
      if (message && message.status !== 'pending' && message.leaseUntil <= this.clock.now())
        await this.keep(key, message);
    }
  }

  /**
   * A batch of keys without an answer, in the order of the index that holds them. Ordered by id, a database would read
   * the answered ones too.
   */
  private openAfter(messageId: number): Promise<IdempotencyKey[]> {
    return this.database.read.find(IdempotencyKey, {
      where: { status: IsNull(), messageId: MoreThan(messageId) },
      order: { messageId: 'ASC' },
      take: BATCH,
    });
  }

  private async keep(key: IdempotencyKey, message: Message): Promise<void> {
    failpoint('recovery.key');
    const verification = await this.verificationOf(message);
    const kept = await this.answerOf(message, this.claimOf(key, verification));
    // A verification stays, although a 502 names none: the sender may have named it in a 504 that could not be kept.
    // By the key's id: if the key ran out meanwhile, another request may have taken the same key.
    await this.database.tx((tx) => tx.update(IdempotencyKey, { id: key.id, status: IsNull() }, kept));
    failpoint('recovery.kept');
  }

  /**
   * The verification whose code the message carried. There is none if its sender died before making it; then nothing
   * was sent.
   */
  private async verificationOf({ verification: reference }: Message): Promise<Verification | null> {
    return reference === null ? null : this.database.read.findOneBy(Verification, { reference });
  }

  /**
   * Makes the claim of the request that died, with the envelopes of its route: there is no request any more to take
   * them from.
   */
  private claimOf(key: IdempotencyKey, verification: Verification | null): IdempotencyClaim {
    const envelopes = {
      status: isFirst(key) ? 201 : 200,
      success: (data: unknown) => ({ success: true, message: SENT_MESSAGE.id, data }),
      failure: (error: AppError) =>
        error.envelope({ requestId: randomId(), language: 'id', publicUrl: this.settings.publicUrl }),
    };
    const claim = new IdempotencyClaim(key, envelopes, () => this.clock.now());
    if (!verification) return claim;
    return claim.inWords({
      success: (sent) => sentVerification(verification, sent as SendResult),
      failure: (error) => withVerification(error, verification),
    });
  }

  private async answerOf(message: Message, claim: IdempotencyClaim): Promise<KeptAnswer> {
    const code = failureOf(message);
    if (code) {
      const words = message.errorMessage ?? 'failed';
      return claim.failure(gatewayFailure(code, message, words, reasonOf(message) ?? 'unknown'));
    }
    const accepted = {
      // Every message that a gateway took has an id.
      messageId: message.gatewayMessageId ?? '',
      recipient: message.recipientMasked,
      balance: (await this.credit.balanceOf(message.userId)) ?? 0,
      correlation: correlationOf(message),
    };
    return claim.success(sendResult(accepted, { creditUsed: message.creditUsed }));
  }
}

/** Whether the request made a verification; a resend sends another code of an existing one. */
const isFirst = ({ route }: IdempotencyKey) => route.startsWith(CREATE_ROUTE);

/**
 * The failure that the sender would have been told. A message that a gateway took was sent, whatever became of it
 * later.
 */
function failureOf({
  status,
  gatewayMessageId,
  failureReason,
}: Message): 'gateway_error' | 'gateway_unknown' | null {
  if (status !== 'failed' || gatewayMessageId !== null) return null;
  return failureReason === 'expired' ? 'gateway_unknown' : 'gateway_error';
}
