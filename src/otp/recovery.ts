import { Inject, Injectable } from '@nestjs/common';
import { Between } from 'typeorm';
import { Config } from '../config/index.js';
import { GatewayDispatcher, type LookupResult } from '../gateway/index.js';
import { PollBound } from '../platform/background/poll-bound.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { CLOCK_CHECK_SECONDS, ClockWatch, Database } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { CallbackInbox } from './callback-inbox.js';
import { Message, type ReportSource } from './message.entities.js';
import type { StatusUpdate } from './messages/apply-status-updates.rules.js';
import { MessageStore } from './messages/message-store.js';
import { Sandbox } from './sandbox/sandbox.js';
import type { OutcomeStatus } from './status.rules.js';
import { StoredResponses } from './stored-responses.js';

const BATCH = 50;
const AT_ONCE = 10;
const RETRY_SECONDS = { min: 5, max: 60 };

/** The result of the look-ups, and the device that it comes from. */
type Found = LookupResult & { deviceId?: number };

type Ending = StatusUpdate & { status: OutcomeStatus; source: Exclude<ReportSource, 'callback'> };

/**
 * Ends pending messages whose sender's lease has expired: by a look-up at the gateway, or by expiry after
 * UNKNOWN_TTL_SECONDS. It never sends: codes are not stored. Instances share the work; a message belongs to the
 * instance that extended its lease.
 */
@Injectable()
export class Recovery {
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly store: MessageStore,
    private readonly dispatcher: GatewayDispatcher,
    private readonly inbox: CallbackInbox,
    private readonly responses: StoredResponses,
    private readonly sandbox: Sandbox,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly clocks: ClockWatch,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.bound = new PollBound(clock);
    sweepers.every('the comparison of clocks', CLOCK_CHECK_SECONDS, () => clocks.check(), {
      firstSeconds: 0,
    });
    sweepers.every('recovery', config.RECOVERY_SECONDS, (stopping) => this.sweep(stopping));
  }

  /**
   * Handles up to a batch of due messages and returns their number. A gateway that timed out is skipped for the rest of
   * the round. Does nothing if this machine's clock is wrong, since leases end by the clock.
   */
  async sweep(stopping?: AbortSignal): Promise<number> {
    if (this.clocks.isSkewed) return 0;
    const now = this.clock.now();
    const due = await this.database.read.find(Message, {
      where: { status: 'pending', leaseUntil: Between(new Date(this.bound.begin()), now) },
      order: { leaseUntil: 'ASC' },
      take: BATCH,
    });
    this.bound.found(due[0]?.leaseUntil.getTime(), now.getTime());
    if (due.length > 0) failpoint('recovery.due');
    const silent = new Set<number>();
    for (let from = 0; from < due.length && !stopping?.aborted; from += AT_ONCE) {
      const some = due.slice(from, from + AT_ONCE);
      const results = await Promise.allSettled(
        some.map((message) => this.recover(message, silent, stopping)),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
    await this.responses.complete(stopping);
    return due.length;
  }

  private async recover(message: Message, silent: Set<number>, stopping?: AbortSignal): Promise<void> {
    if (!(await this.extendLease(message))) return;
    const found = await this.lookup(message, silent, stopping);
    // The look-up was cut off at shutdown: another instance asks again when the lease ends.
    if (found.kind === 'unknown' && stopping?.aborted) return;
    await this.resolve(message, found);
  }

  /** Takes the message over. False: another instance, or a status update, was faster. */
  private async extendLease(message: Message): Promise<boolean> {
    const now = this.clock.now();
    const ageSeconds = (now.getTime() - message.createdAt.getTime()) / 1000;
    const pauseSeconds = Math.min(RETRY_SECONDS.max, Math.max(RETRY_SECONDS.min, ageSeconds / 2));
    const { id, leaseUntil } = message;
    return this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, Message, { id });
      if (row?.status !== 'pending' || row.leaseUntil.getTime() !== leaseUntil.getTime()) return false;
      await tx.update(Message, { id }, { leaseUntil: addSeconds(now, pauseSeconds) });
      return true;
    });
  }

  private async resolve(message: Message, found: Found): Promise<void> {
    failpoint('recovery.looked-up');
    const ending = this.endingOf(message, found);
    if (!ending) return;
    const { source, ...update } = ending;
    const { status, error = null, failureReason = null, deviceId = null } = update;
    const report = { source, status, deviceId, error, failureReason, at: this.clock.now() };
    const { hasWaitingCallbacks } = await this.store.update({ message, update, report });
    failpoint('recovery.updated');
    if (hasWaitingCallbacks && update.gatewayMessageId)
      await this.inbox.applyWaiting(update.gatewayMessageId);
    failpoint('recovery.applied');
    this.logger.warn(
      { reference: message.reference, status, lookup: found.kind },
      'a pending message was recovered',
    );
  }

  private endingOf(message: Message, found: Found): Ending | undefined {
    switch (found.kind) {
      case 'found': {
        const { id, kind: _, ...reported } = found;
        return { source: 'found', gatewayMessageId: id, ...reported };
      }
      case 'never_accepted':
        return {
          source: 'never_accepted',
          status: 'failed',
          alwaysRefunded: true,
          error: 'the gateway never took the message',
          // The sender stored the reason, unless it died first.
          failureReason: message.failureReason ?? 'unknown',
        };
      case 'unknown': {
        const expiresAt = addSeconds(message.createdAt, this.config.UNKNOWN_TTL_SECONDS);
        if (this.clock.now() < expiresAt) return undefined;
        return {
          source: 'expired',
          status: 'failed',
          alwaysRefunded: true,
          expired: true,
          error: 'the outcome stayed unknown',
          failureReason: 'expired',
        };
      }
      default:
        return found satisfies never;
    }
  }

  /** Asks the message's device; all devices of its channel, if the sender died before it stored the device. */
  private async lookup(message: Message, silent: Set<number>, stopping?: AbortSignal): Promise<Found> {
    failpoint('recovery.claimed');
    if (!message.livemode) return this.lookupTest(message);
    const { deviceId, channel } = message;
    const devices = deviceId === null ? await this.dispatcher.deviceIds(channel) : [deviceId];
    let result: LookupResult = { kind: 'never_accepted' };
    for (const id of devices) {
      const found = await this.ask(id, message, silent, stopping);
      if (found.kind === 'found') return { ...found, deviceId: id };
      if (found.kind === 'unknown') result = found;
    }
    return result;
  }

  private async ask(
    deviceId: number,
    message: Message,
    silent: Set<number>,
    stopping?: AbortSignal,
  ): Promise<LookupResult> {
    if (silent.has(deviceId) || stopping?.aborted) return { kind: 'unknown', reason: 'it was not asked' };
    const timeout = AbortSignal.timeout(this.config.GATEWAY_TIMEOUT_MS);
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
    const found = await this.dispatcher.lookup(deviceId, message, signal);
    if (timeout.aborted) silent.add(deviceId);
    return found;
  }

  /** No gateway has a test message: it has scheduled statuses, or its sender died before it scheduled any. */
  private async lookupTest({ id }: Message): Promise<LookupResult> {
    const isScheduled = await this.sandbox.hasScheduled(id);
    return isScheduled ? { kind: 'unknown', reason: 'a status is scheduled' } : { kind: 'never_accepted' };
  }
}
