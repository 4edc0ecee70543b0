import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import { MESSAGE_COST } from '../../credit/index.js';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, purge } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { type IdempotencyClaim, inFlight } from '../../platform/idempotency/index.js';
import { newReference } from '../../platform/ids/random.js';
import { failpoint } from '../../platform/process/failpoint.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock, secondsUntil } from '../../platform/time/clock.js';
import { Message } from '../message.entity.js';
import { correlationOf } from '../telling.js';
import { DailyCap } from './daily-cap.js';
import { DuplicateWindow } from './duplicate-window.entity.js';
import type { WindowHolder } from './opening.rules.js';
import { Openings } from './openings.js';
import type { Settling } from './settling.js';
import { type Settled, Settlings } from './settlings.js';

export interface OpenRequest {
  who: ApiKeyPrincipal;
  phone: Phone;
  companyName: string;
  externalId?: string | null;
  /** In JSON. */
  metadata?: string | null;
  /** The verification whose code it carries. */
  verification?: string | null;
  recipientIndex: string;
  duplicateIndex: string;
  /** The same code may go to the same phone again at once. */
  repeatable?: boolean;
  /** Whether a device could take the message now. Checked last; without one nothing is written. */
  deviceAvailable: boolean;
  /** Without a device: when to ask again, if that is known. */
  retryAfterSeconds?: number;
  /** The claim of the request's Idempotency-Key. */
  claim?: IdempotencyClaim;
}

export interface Opened {
  /** As it was stored. */
  message: Message;
  /** Balance after the charge. */
  balance: number;
}

/**
 * The two transactions of a send. `open` commits message, charge, duplicate window and Idempotency-Key before any
 * socket opens; `settle` records what became of the send. Callbacks, the recovery and the steps of test keys end in the
 * same `settle`: nothing else moves a message.
 */
@Injectable()
export class SendJournal {
  constructor(
    private readonly database: Database,
    private readonly openings: Openings,
    private readonly settlings: Settlings,
    private readonly cap: DailyCap,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
  ) {
    sweepers.purge('duplicate windows', (limit) => this.purgeWindows(limit));
  }

  /**
   * Fails with `idempotency_in_flight`, `not_found` (no account), `daily_cap_reached`, `insufficient_credit`,
   * `duplicate` or `no_device`, in this order, and then leaves no trace; with `overloaded` when too many sends wait to be
   * opened.
   */
  async open(request: OpenRequest): Promise<Opened> {
    const message = this.draft(request);
    const { claim, repeatable = false, deviceAvailable, retryAfterSeconds, who } = request;
    failpoint('send.open');
    const result = await this.openings.open({
      message,
      repeatable,
      deviceAvailable,
      cap:
        who.dailyCap === null ? null : { rootKeyId: who.rootKeyId, day: message.day, perDay: who.dailyCap },
      claim,
    });
    switch (result.kind) {
      case 'opened':
        message.id = result.messageId;
        return { message, balance: result.balance };
      case 'in_flight':
        throw inFlight();
      case 'no_account':
        throw new AppError('not_found', { logDetail: `account ${who.userId} has no balance` });
      case 'capped':
        throw this.cap.refusal();
      case 'insufficient':
        throw new AppError('insufficient_credit', { body: { credit_balance: result.balance } });
      case 'duplicate':
        throw await this.duplicate(result.holder);
      case 'no_device':
        throw new AppError('no_device', { retryAfterSeconds });
      default:
        return result satisfies never;
    }
  }

  /**
   * Records news of a message, and all that belongs to it, in one transaction; repeated or outdated news changes
   * nothing. Fails with `not_found` when the message is gone.
   */
  settle(settling: Settling): Promise<Settled> {
    return this.settlings.settle(settling);
  }

  /**
   * Whether the sender may still be working on the message. It is not once it has stored a status, or the reason why
   * the outcome is unknown. A sender that died counts as working until its own first lease ends: `leaseUntil` does not
   * tell, since the recovery extends it.
   */
  isUnderWay({ status, failureReason, createdAt }: Message): boolean {
    return status === 'pending' && failureReason === null && this.clock.now() < this.leaseEnd(createdAt);
  }

  /** Deletes duplicate windows that are over, a bounded number at once; returns how many. */
  purgeWindows(limit: number): Promise<number> {
    const where = { expiresAt: LessThanOrEqual(this.clock.now()) };
    return purge(this.database, DuplicateWindow, { where, by: 'duplicateIndex' }, limit);
  }

  private draft({ who, phone, ...request }: OpenRequest): Message {
    const { companyName, externalId = null, metadata = null, verification = null } = request;
    const { recipientIndex, duplicateIndex } = request;
    const now = this.clock.now();
    const livemode = who.mode === 'live';
    return Object.assign(new Message(), {
      reference: newReference('otp', now),
      externalId,
      metadata,
      verification,
      userId: who.userId,
      apiKeyId: who.apiKeyId,
      livemode,
      status: 'pending',
      creditUsed: livemode ? MESSAGE_COST : 0,
      recipientMasked: phone.mask(),
      recipientIndex,
      duplicateIndex,
      companyName,
      day: this.calendar.day(now),
      createdAt: now,
      deviceId: null,
      attemptMs: null,
      gatewayMessageId: null,
      errorMessage: null,
      failureReason: null,
      sentAt: null,
      deliveredAt: null,
      failedAt: null,
      checkTries: 0,
      convertedAt: null,
      leaseUntil: this.leaseEnd(now),
    } satisfies Omit<Message, 'id'>);
  }

  private leaseEnd(createdAt: Date): Date {
    const { LEASE_MARGIN_SECONDS, GATEWAY_TIMEOUT_MS } = this.config;
    return addSeconds(createdAt, LEASE_MARGIN_SECONDS + GATEWAY_TIMEOUT_MS / 1000);
  }

  private async duplicate({ reference, expiresAt }: WindowHolder): Promise<AppError> {
    const earlier = await this.database.read.findOneBy(Message, { reference });
    return new AppError('duplicate', {
      body: {
        message_id: earlier?.gatewayMessageId ?? null,
        status: earlier?.status ?? 'pending',
        ...correlationOf(earlier ?? { reference, externalId: null, metadata: null }),
      },
      retryAfterSeconds: secondsUntil(this.clock.now(), expiresAt),
    });
  }
}
