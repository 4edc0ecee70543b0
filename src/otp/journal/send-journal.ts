import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { Calendar } from '../../common/calendar.js';
import { addSeconds, Clock, secondsUntil } from '../../common/clock.js';
import { Config } from '../../common/config/index.js';
import { CommitUnknownError, Database, execute, purge } from '../../common/database/index.js';
import { AppError } from '../../common/errors/index.js';
import { failpoint } from '../../common/failpoint.js';
import { inFlight, type IdempotencyClaim } from '../../common/idempotency/index.js';
import type { Phone } from '../../common/phone.js';
import type { ApiKeyPrincipal } from '../../common/principal.js';
import { newReference } from '../../common/random.js';
import { Credit } from '../../credit/index.js';
import { Webhooks } from '../../webhook/outbound/index.js';
import { DailyCap } from './daily-cap.js';
import { DuplicateWindow } from './duplicate-window.entity.js';
import { noteReports, type Report } from '../message-reports.js';
import { Message } from '../message.entity.js';
import { Openings } from './openings.js';
import type { Holder } from './opening-rules.js';
import { moveOf, settle, settleAgain, type SettleContext, type Settled, type Settlement } from './settle.js';
import { isPlain, OutdatedError, Settlings } from './settlings.js';

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
  /** As it was written down. */
  message: Message;
  /** Balance after the charge. */
  balance: number;
}

export type AlsoWrite = (tx: EntityManager, settled: Settled) => Promise<void> | undefined;

/** What has to be true together with an outcome. */
export interface Along {
  report?: Omit<Report, 'moved'>;
  /** The Idempotency-Key that the answer is kept under. */
  answer?: { claim: IdempotencyClaim; of: (settled: Settled) => object };
}

/**
 * The two transactions of a send. `open` commits charge, claim and message before any socket opens; `settle` takes
 * what became of it. Callbacks and recovery end in the same `settle`: nothing else moves a message.
 */
@Injectable()
export class SendJournal {
  private readonly context: SettleContext;
  private readonly settlings: Settlings;

  constructor(
    private readonly database: Database,
    private readonly openings: Openings,
    private readonly cap: DailyCap,
    credit: Credit,
    webhooks: Webhooks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {
    this.context = {
      engine: database.engine,
      credit,
      webhooks,
      clock,
      calendar,
      policy: {
        refundFailedDelivery: config.REFUND_FAILED_DELIVERY,
        refundWindowHours: config.REFUND_WINDOW_HOURS,
      },
    };
    this.settlings = new Settlings(database, this.context, config);
  }

  /**
   * Fails with `idempotency_in_flight`, `daily_cap_reached`, `insufficient_credit`, `duplicate` or `no_device`, in this
   * order, and then leaves no trace; with `overloaded` when too many sends wait to be opened.
   */
  async open(request: OpenRequest): Promise<Opened> {
    const message = this.draft(request);
    const { claim, repeatable = false, deviceAvailable, retryAfterSeconds, who } = request;
    failpoint('send.open');
    const result = await this.openings.open({
      message,
      repeatable,
      deviceAvailable,
      cap: who.dailyCap === null ? null : { rootKeyId: who.rootKeyId, perDay: who.dailyCap },
      claim,
    });
    switch (result.kind) {
      case 'opened':
        message.id = result.messageId;
        return { message, balance: result.balance };
      case 'in_flight':
        throw inFlight();
      case 'no_account':
        throw new AppError('not_found', { detail: `account ${who.userId} has no balance` });
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
   * Takes the outcome of a message in one transaction; repeated or outdated news changes nothing. `also` writes what
   * has to be true with it, and may run twice.
   */
  async settle(messageId: number, settlement: Settlement, also?: AlsoWrite): Promise<Settled> {
    try {
      const settled = await this.settleAlone(settle, messageId, settlement, also);
      failpoint('settle.committed');
      return settled;
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      return this.settleAlone(settleAgain, messageId, settlement, also);
    }
  }

  /**
   * The same for whoever has just seen the message. While it goes on as expected it is settled together with others,
   * without being read again; everything else takes the way above.
   */
  async settleKnown(known: Message, settlement: Settlement, along: Along = {}): Promise<Settled> {
    const alone: AlsoWrite = (tx, settled) => this.writeAlong(tx, settled, along);
    const move = moveOf(known, settlement, this.context);
    if (!isPlain(move)) return this.settle(known.id, settlement, alone);
    const settled = { status: move.consequence.status, creditUsed: known.creditUsed, moved: true };
    const { report, answer } = along;
    try {
      const isAwaited = await this.settlings.settle({
        move,
        settlement,
        report: report && { ...report, moved: true },
        keep: answer?.claim.finishing(answer.of(settled)),
      });
      return { ...settled, isAwaited };
    } catch (error) {
      if (error instanceof OutdatedError) return this.settle(known.id, settlement, alone);
      if (!(error instanceof CommitUnknownError)) throw error;
      return this.settleAlone(settleAgain, known.id, settlement, alone);
    }
  }

  /** Forgets duplicate windows that are over, a bounded number at once; returns how many. */
  purgeWindows(limit: number): Promise<number> {
    const where = { expiresAt: LessThanOrEqual(this.clock.now()) };
    return purge(this.database, DuplicateWindow, { where, by: 'duplicateIndex' }, limit);
  }

  private settleAlone(
    way: typeof settle,
    messageId: number,
    settlement: Settlement,
    also: AlsoWrite | undefined,
  ): Promise<Settled> {
    return this.database.tx(async (tx) => {
      const settled = await way(tx, this.context, messageId, settlement);
      await also?.(tx, settled);
      return settled;
    });
  }

  private async writeAlong(tx: EntityManager, settled: Settled, { report, answer }: Along): Promise<void> {
    const { engine } = this.database;
    if (report) await execute(tx, noteReports(engine, [{ ...report, moved: settled.moved }]));
    await answer?.claim.finish(tx, answer.of(settled));
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
      deviceId: null,
      gatewayMessageId: null,
      errorMessage: null,
      sentAt: null,
      deliveredAt: null,
      failedAt: null,
      checkTries: 0,
      convertedAt: null,
      leaseUntil: addSeconds(now, this.config.LEASE_MARGIN_SECONDS + this.config.GATEWAY_TIMEOUT_MS / 1000),
    } satisfies Partial<Message>);
  }

  private async duplicate({ reference, expiresAt }: Holder): Promise<AppError> {
    const earlier = await this.database.read.findOneBy(Message, { reference });
    return new AppError('duplicate', {
      body: { message_id: earlier?.gatewayMessageId ?? null, status: earlier?.status ?? 'pending' },
      retryAfterSeconds: secondsUntil(this.clock.now(), expiresAt),
    });
  }
}
