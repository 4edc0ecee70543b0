import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { Credit } from '../credit/index.js';
import { PollBound } from '../platform/background/poll-bound.js';
import { Database } from '../platform/database/index.js';
import type { AppError } from '../platform/errors/index.js';
import { IdempotencyClaim, IdempotencyKey, type StoredResponse } from '../platform/idempotency/index.js';
import { randomId } from '../platform/ids/random.js';
import { CommonSettings } from '../platform/process/common-settings.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Clock } from '../platform/time/clock.js';
import { Message } from './message.entities.js';
import { gatewayFailure, reasonOf, sendResult } from './message.presenter.js';
import { type SendResult, SENT_MESSAGE } from './send.dto.js';
import { Verification } from './verifications/verification.entities.js';
import { CREATE_ROUTE, sentVerification, withVerification } from './verifications/verification-view.js';

const BATCH = 100;

/** Stores the responses of sends whose process died, so that a repeated request gets the outcome. */
@Injectable()
export class StoredResponses {
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly clock: Clock,
    private readonly settings: CommonSettings,
  ) {
    this.bound = new PollBound(clock);
  }

  /** Stores the responses of keys whose message has an outcome and an expired lease. */
  async complete(stopping?: AbortSignal): Promise<void> {
    // Reads all open keys: the oldest may belong to messages that stay pending.
    let open = await this.openAfter(this.bound.begin());
    const lowest = open[0]?.messageId ?? undefined;
    let last = 0;
    while (open.length > 0 && !stopping?.aborted) {
      await this.completeAll(open, stopping);
      last = Number(open.at(-1)?.messageId);
      open = await this.openAfter(last);
    }
    this.bound.found(lowest, last);
  }

  private async completeAll(open: readonly IdempotencyKey[], stopping?: AbortSignal): Promise<void> {
    const ids = open.map(({ messageId }) => messageId ?? 0);
    const messages = await this.database.read.findBy(Message, { id: In(ids) });
    const byId = new Map(messages.map((message) => [message.id, message]));
    for (const key of open) {
      if (stopping?.aborted) return;
      const message = byId.get(key.messageId ?? 0);
      if (message && message.status !== 'pending' && message.leaseUntil <= this.clock.now())
        await this.storeFor(key, message);
    }
  }

  /** A batch of keys without a response, in the order of an index: ordered by id, a database would read all keys. */
  private openAfter(messageId: number): Promise<IdempotencyKey[]> {
    return this.database.read.find(IdempotencyKey, {
      where: { status: IsNull(), messageId: MoreThan(messageId) },
      order: { messageId: 'ASC' },
      take: BATCH,
    });
  }

  private async storeFor(key: IdempotencyKey, message: Message): Promise<void> {
    failpoint('recovery.key');
    const verification = await this.verificationOf(message);
    const response = await this.responseOf(message, this.claimOf(key, verification));
    // The verification is not deleted, although a 502 does not name it: the sender may have named it in a 504.
    const { id } = key;
    // Locks by the row's id: if the key has expired meanwhile, another request may have claimed it in a new row.
    await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, IdempotencyKey, { id });
      if (row?.status === null) await tx.update(IdempotencyKey, { id }, response);
    });
    failpoint('recovery.kept');
  }

  /** None if the sender died before it stored the verification; then nothing was sent. */
  private async verificationOf({ verification: reference }: Message): Promise<Verification | null> {
    return reference === null ? null : this.database.read.findOneBy(Verification, { reference });
  }

  private claimOf(key: IdempotencyKey, verification: Verification | null): IdempotencyClaim {
    const envelopes = {
      status: isFirst(key) ? 201 : 200,
      success: (data: unknown) => ({ success: true, message: SENT_MESSAGE.id, data }),
      failure: (error: AppError) =>
        error.envelope({ requestId: randomId(), language: 'id', publicUrl: this.settings.publicUrl }),
    };
    const claim = new IdempotencyClaim(key, envelopes, () => this.clock.now());
    if (!verification) return claim;
    return claim.mapped({
      success: (sent) => sentVerification(verification, sent as SendResult),
      failure: (error) => withVerification(error, verification),
    });
  }

  private async responseOf(message: Message, claim: IdempotencyClaim): Promise<StoredResponse> {
    const code = failureOf(message);
    if (code) {
      const words = message.errorMessage ?? 'failed';
      return claim.failure(gatewayFailure(code, message, words, reasonOf(message) ?? 'unknown'));
    }
    const balance = (await this.credit.balanceOf(message.userId)) ?? 0;
    // Every message that a gateway accepted has an id.
    const accepted = { message, messageId: message.gatewayMessageId ?? '', balance };
    return claim.success(sendResult(accepted, { creditUsed: message.creditUsed }));
  }
}

/** Whether the request created a verification; a resend has one already. */
const isFirst = ({ route }: IdempotencyKey) => route.startsWith(CREATE_ROUTE);

/** The error that the sender would have returned; null: success, as for every message that a gateway accepted. */
function failureOf({
  status,
  gatewayMessageId,
  failureReason,
}: Message): 'gateway_error' | 'gateway_unknown' | null {
  if (status !== 'failed' || gatewayMessageId !== null) return null;
  return failureReason === 'expired' ? 'gateway_unknown' : 'gateway_error';
}
