import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import { Prices, SpendCaps } from '../../credit/index.js';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, GroupCommit, purge } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { type IdempotencyClaim, inFlight, keyId } from '../../platform/idempotency/index.js';
import { newReference } from '../../platform/ids/random.js';
import { failpoint } from '../../platform/process/failpoint.js';
import type { Indexes } from '../../platform/security/hashing.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock, secondsUntil } from '../../platform/time/clock.js';
import { TimeCounters } from '../../platform/time-counters/index.js';
import { WebhookOutbox } from '../../webhook/index.js';
import type { Route } from '../channels/channels.rules.js';
import { DuplicateWindow, Message } from '../message.entities.js';
import { correlationOf } from '../message.presenter.js';
import { FAILURE_COUNTER } from '../otp-metrics.js';
import { noDeviceDetail } from '../rejection-details.js';
import { ApplyStatusUpdates } from './apply-status-updates.js';
import { CreateMessages, type CreateResult } from './create-messages.js';
import type { WindowHolder } from './create-messages.rules.js';
import type { NewMessage } from './create-messages.statements.js';
import { DailyCap } from './daily-cap.js';
import type { UpdateRequest, UpdateResult } from './status-update.js';

/** A send that passed its limits. */
export interface CreateRequest {
  who: ApiKeyPrincipal;
  phone: Phone;
  companyName: string;
  /** The message is charged for the first channel. */
  route: Route;
  externalId?: string | null;
  /** In JSON. */
  metadata?: string | null;
  /** The verification whose code it carries. */
  verification?: string | null;
  recipientIndex: string;
  /** The send stores the first one. It is a duplicate if the window of any of them is open. */
  duplicateIndexes: Indexes;
  /** The same code may go to the same phone again at once. */
  repeatable?: boolean;
  /** Whether a device could take the message now. Checked last; without one nothing is written. */
  deviceAvailable: boolean;
  /** Without a device: when one may be available, if known. */
  retryAfterSeconds?: number;
  /** The claim of the request's Idempotency-Key. */
  claim?: IdempotencyClaim;
}

export interface CreatedMessage {
  message: Message;
  /** Balance after the charge. */
  balance: number;
}

/**
 * Creates and updates messages; nothing else changes their status or their price. Both operations are one transaction
 * each, which concurrent callers share. A message is committed, and charged, before any gateway is called.
 */
@Injectable()
export class MessageStore {
  private readonly creates: GroupCommit<NewMessage, CreateResult>;
  private readonly updates: GroupCommit<UpdateRequest, UpdateResult | undefined>;

  constructor(
    create: CreateMessages,
    update: ApplyStatusUpdates,
    private readonly database: Database,
    private readonly webhooks: WebhookOutbox,
    private readonly counters: TimeCounters,
    private readonly cap: DailyCap,
    private readonly spendCaps: SpendCaps,
    private readonly prices: Prices,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
  ) {
    const shared = { batchMax: config.SEND_BATCH_MAX, waitMaxMs: config.SEND_QUEUE_WAIT_MS };
    this.creates = new GroupCommit({
      ...shared,
      run: (sends) => create.run(sends),
      keysOf: ({ message, claim }) => [
        `window ${message.duplicateIndex}`,
        ...(claim ? [`key ${keyId(claim.key)}`] : []),
      ],
      queueMax: config.SEND_QUEUE_MAX,
    });
    this.updates = new GroupCommit({
      ...shared,
      run: (requests) => update.run(requests),
      keysOf: ({ message }) => [String(message.id)],
      // Not capped: a message that was created needs its update, and there are no more updates than messages.
      queueMax: Infinity,
    });
    sweepers.purge('duplicate windows', (limit) => this.purgeWindows(limit));
  }

  /**
   * Fails with `idempotency_in_flight`, `not_found` (no account), `daily_cap_reached`, `spend_cap_reached`,
   * `insufficient_credit`, `duplicate` or `no_device`, in this order, and then leaves no trace; with `overloaded` when
   * too many sends wait.
   */
  async create(request: CreateRequest): Promise<CreatedMessage> {
    const message = await this.draft(request);
    const { claim, repeatable = false, deviceAvailable, retryAfterSeconds, who, route } = request;
    const { duplicateIndexes } = request;
    failpoint('send.create');
    const result = await this.creates.add({
      message,
      duplicateIndexes,
      repeatable,
      deviceAvailable,
      cap:
        who.dailyCap === null ? null : { rootKeyId: who.rootKeyId, day: message.day, perDay: who.dailyCap },
      spendCaps: who.spendCaps,
      claim,
    });
    switch (result.kind) {
      case 'created':
        message.id = result.messageId;
        return { message, balance: result.balance };
      case 'in_flight':
        throw inFlight();
      case 'no_account':
        throw new AppError('not_found', { logDetail: `account ${who.userId} has no balance` });
      case 'capped':
        throw this.cap.refusal();
      case 'spend_capped':
        throw this.spendCaps.refusal(result.cap);
      case 'insufficient':
        throw new AppError('insufficient_credit', { body: { credit_balance: result.balance } });
      case 'duplicate':
        throw await this.duplicate(result.holder);
      case 'no_device':
        throw new AppError('no_device', { retryAfterSeconds, detail: noDeviceDetail(route) });
      default:
        return result satisfies never;
    }
  }

  /**
   * Applies a status update with everything that belongs to it; a repeated or outdated update changes no status. Fails
   * with `not_found` when the message is gone.
   */
  async update(request: UpdateRequest): Promise<UpdateResult> {
    const { message, update, hasNoWebhooks } = request;
    const result = await this.updates.add(request);
    if (!result) throw new AppError('not_found', { logDetail: `message ${message.id} is gone` });
    if (result.moved && !hasNoWebhooks) this.webhooks.committed();
    if (result.moved && result.status === 'failed' && message.livemode)
      this.counters.add(FAILURE_COUNTER, 'hour', update.failureReason ?? 'unknown');
    return result;
  }

  /**
   * Whether the sender may still be working on the message: it has stored neither a status nor the reason of an unknown
   * outcome. A sender that died counts as working until its first lease ends; `leaseUntil` may be later, since the
   * recovery extends it.
   */
  isUnderWay({ status, failureReason, createdAt }: Message): boolean {
    return status === 'pending' && failureReason === null && this.clock.now() < this.leaseEnd(createdAt);
  }

  /** Deletes up to `limit` expired duplicate windows and returns how many. */
  purgeWindows(limit: number): Promise<number> {
    const where = { expiresAt: LessThanOrEqual(this.clock.now()) };
    return purge(this.database, DuplicateWindow, { where, by: 'duplicateIndex' }, limit);
  }

  private async draft({ who, phone, route, ...request }: CreateRequest): Promise<Message> {
    const { companyName, externalId = null, metadata = null, verification = null } = request;
    const { recipientIndex, duplicateIndexes } = request;
    const now = this.clock.now();
    const livemode = who.mode === 'live';
    const { userId } = who;
    const channel = route.first;
    const price = livemode ? await this.prices.of({ userId, channel, at: now }) : 0;
    return Object.assign(new Message(), {
      reference: newReference('otp', now),
      externalId,
      metadata,
      verification,
      userId,
      apiKeyId: who.apiKeyId,
      livemode,
      status: 'pending',
      channel,
      channels: route.asked?.join(',') ?? null,
      refusedBy: null,
      price,
      creditUsed: price,
      reportedCost: null,
      recipientMasked: phone.mask(),
      recipientIndex,
      duplicateIndex: duplicateIndexes[0],
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
