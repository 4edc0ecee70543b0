import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { Calendar } from '../common/calendar.js';
import { addSeconds, Clock, secondsUntil } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import { CommitUnknownError, Database, increment, isUniqueViolation } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import { failpoint } from '../common/failpoint.js';
import type { IdempotencyClaim } from '../common/idempotency/index.js';
import type { Phone } from '../common/phone.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { newReference } from '../common/random.js';
import { Credit } from '../credit/index.js';
import { Webhooks } from '../webhook/outbound/index.js';
import { DailyCap } from './daily-cap.js';
import { DuplicateWindow } from './duplicate-window.entity.js';
import { Message } from './message.entity.js';
import { settle, settleAgain, type SettleContext, type Settled, type Settlement } from './settle.js';

/** Credits a live message costs. */
export const MESSAGE_COST = 200;

export interface OpenRequest {
  who: ApiKeyPrincipal;
  phone: Phone;
  companyName: string;
  recipientIndex: string;
  duplicateIndex: string;
  /** The same code may go to the same phone again at once. */
  repeatable?: boolean;
  /** Whether a device could take the message now: checked last, and without one nothing is written. */
  deviceAvailable: boolean;
  /** Else when it is worth asking again, where that is known. */
  retryAfterSeconds?: number;
  /** Of the request's Idempotency-Key. */
  claim?: IdempotencyClaim;
}

export interface Opened {
  messageId: number;
  reference: string;
  creditUsed: number;
  /** Balance after the charge. */
  balance: number;
  /** Until then the message is its sender's. */
  leaseUntil: Date;
}

export type AlsoWrite = (tx: EntityManager, settled: Settled) => Promise<void> | undefined;

/**
 * The two transactions of a send. `open` commits charge, claim and message before any socket opens; `settle` takes
 * what became of it. Callbacks and recovery end in the same `settle`: nothing else moves a message.
 */
@Injectable()
export class SendJournal {
  private readonly context: SettleContext;

  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly cap: DailyCap,
    webhooks: Webhooks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {
    this.context = {
      credit,
      webhooks,
      clock,
      policy: {
        refundFailedDelivery: config.REFUND_FAILED_DELIVERY,
        refundWindowHours: config.REFUND_WINDOW_HOURS,
      },
    };
  }

  /**
   * Fails with `daily_cap_reached`, `insufficient_credit`, `duplicate` or `no_device`, in this order, and then leaves
   * no trace.
   */
  async open(request: OpenRequest): Promise<Opened> {
    const message = this.draft(request);
    failpoint('send.open');
    try {
      return await this.database.tx((tx) => this.openIn(tx, message, request));
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      return this.database.tx(
        async (tx) => (await this.opened(tx, message)) ?? this.openIn(tx, message, request),
      );
    }
  }

  /**
   * Takes the outcome of a message in one transaction; repeated or outdated news changes nothing. `also` writes what
   * has to be true with it, and may run twice.
   */
  async settle(messageId: number, settlement: Settlement, also?: AlsoWrite): Promise<Settled> {
    const run = (way: typeof settle) =>
      this.database.tx(async (tx) => {
        const settled = await way(tx, this.context, messageId, settlement);
        await also?.(tx, settled);
        return settled;
      });
    try {
      const settled = await run(settle);
      failpoint('settle.committed');
      return settled;
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      return run(settleAgain);
    }
  }

  /** Forgets duplicate windows that are over, a bounded number at once. */
  async purgeWindows(limit: number): Promise<void> {
    const where = { expiresAt: LessThanOrEqual(this.clock.now()) };
    const over = await this.database.read.find(DuplicateWindow, { where, take: limit });
    if (over.length === 0) return;
    const duplicateIndex = In(over.map((window) => window.duplicateIndex));
    await this.database.tx((tx) => tx.delete(DuplicateWindow, { ...where, duplicateIndex }));
  }

  private async openIn(tx: EntityManager, message: Message, request: OpenRequest): Promise<Opened> {
    await tx.insert(Message, message);
    failpoint('open.message');
    await request.claim?.take(tx, message.id);
    failpoint('open.key');
    await this.cap.count(tx, request.who, message.day);
    failpoint('open.capped');
    const balance = await this.charge(tx, message);
    failpoint('open.charged');
    if (!request.repeatable) await this.claim(tx, message);
    failpoint('open.window');
    await increment(
      tx,
      'message_counters',
      { user_id: message.userId, livemode: Number(message.livemode), day: message.day },
      { created: 1, sent: 0, delivered: 0, failed: 0 },
    );
    failpoint('open.counted');
    const { deviceAvailable, retryAfterSeconds } = request;
    if (!deviceAvailable) throw new AppError('no_device', { retryAfterSeconds });
    return { ...message, messageId: message.id, balance };
  }

  /** What an earlier commit, whose answer was lost, left behind: found by our own unique reference. */
  private async opened(tx: EntityManager, { reference }: Message): Promise<Opened | undefined> {
    const message = await tx.findOneBy(Message, { reference });
    if (!message) return undefined;
    const balance = await this.credit.balanceAfter(tx, message.userId, message.id);
    return { ...message, messageId: message.id, balance };
  }

  private draft({ who, phone, companyName, recipientIndex, duplicateIndex }: OpenRequest): Message {
    const now = this.clock.now();
    const livemode = who.mode === 'live';
    return Object.assign(new Message(), {
      reference: newReference('otp', now),
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
      checkTries: 0,
      leaseUntil: addSeconds(now, this.config.LEASE_MARGIN_SECONDS + this.config.GATEWAY_TIMEOUT_MS / 1000),
    } satisfies Partial<Message>);
  }

  private async charge(tx: EntityManager, { id, userId, livemode, creditUsed }: Message): Promise<number> {
    if (livemode) return this.credit.charge(tx, { userId, messageId: id, amount: creditUsed });
    return this.credit.balanceIn(tx, userId);
  }

  /** Takes over a window that ran out, or opens one: the unique key lets one of many concurrent sends through. */
  private async claim(tx: EntityManager, { id, duplicateIndex }: Message): Promise<void> {
    const now = this.clock.now();
    const window = { messageId: id, expiresAt: addSeconds(now, this.config.DUPLICATE_WINDOW_SECONDS) };
    const { affected } = await tx.update(
      DuplicateWindow,
      { duplicateIndex, expiresAt: LessThanOrEqual(now) },
      window,
    );
    if (affected === 1) return;
    try {
      await tx.insert(DuplicateWindow, { duplicateIndex, ...window });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw await this.duplicate(tx, duplicateIndex, now);
    }
  }

  private async duplicate(tx: EntityManager, duplicateIndex: string, now: Date): Promise<AppError> {
    const window = await tx.findOneBy(DuplicateWindow, { duplicateIndex });
    const earlier = window && (await tx.findOneBy(Message, { id: window.messageId }));
    return new AppError('duplicate', {
      body: { message_id: earlier?.gatewayMessageId ?? null, status: earlier?.status ?? 'pending' },
      retryAfterSeconds: window ? secondsUntil(now, window.expiresAt) : 1,
    });
  }
}
