import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, LessThan, MoreThan } from 'typeorm';
import { Config } from '../config/index.js';
import { UsageRollup } from '../credit/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, execute } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { LegalHolds } from '../privacy/records/index.js';
import { messagesWithPendingEvents, purgeEvents } from '../webhook/index.js';
import {
  Message,
  MessageAttempt,
  MessageCounter,
  MessageReport,
  ScheduledStatus,
} from './message.entities.js';
import { countPurged } from './message-counters.js';
import { Verification, VerificationFallback } from './verifications/verification.entities.js';

const EVERY_SECONDS = 60;
const TESTS_EVERY_SECONDS = 600;
/** One round purges the test messages of at most so many pairs of account and day. */
const TEST_DAYS_MAX = 500;
/** Messages of one transaction, and transactions of one round. */
const BATCH = 250;
const BATCHES_MAX = 400;
/** The pause between two transactions, so that sends have the database to themselves most of the time. */
const PAUSE_MS = 25;

/**
 * Purges messages older than MESSAGE_RETENTION_DAYS with all their rows; ledger and counters stay. Messages with an
 * undelivered webhook event, or with a ledger line that the usage does not count yet, wait for a later round; those of
 * an account under a legal hold stay. Instances share the work.
 */
@Injectable()
export class Retention {
  /** The last message that was read: rounds go through the table by its key. */
  private position = 0;

  constructor(
    private readonly database: Database,
    private readonly usage: UsageRollup,
    private readonly holds: LegalHolds,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    if (config.MESSAGE_RETENTION_DAYS > 0)
      sweepers.every('the purge of old messages', EVERY_SECONDS, (stopping) => this.purgeExpired(stopping));
    if (config.TEST_MESSAGE_RETENTION_DAYS > 0)
      sweepers.every('the purge of old test messages', TESTS_EVERY_SECONDS, (stopping) =>
        this.testRound(stopping),
      );
  }

  /** Continues where the last round stopped, up to the first young message or the limit of a round. */
  async purgeExpired(stopping?: AbortSignal): Promise<void> {
    const before = addSeconds(this.clock.now(), -this.config.MESSAGE_RETENTION_DAYS * DAY_SECONDS);
    let purged = 0;
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const old = await this.next(before);
      if (!old) break;
      purged += await this.purge(old, before);
      await sleep(PAUSE_MS);
    }
    if (purged > 0) this.logger.info({ messages: purged }, 'old messages were purged');
  }

  /**
   * Purges the test messages of days that ended TEST_MESSAGE_RETENTION_DAYS ago. The counters name these days, so that
   * no live message is read.
   */
  async testRound(stopping?: AbortSignal): Promise<void> {
    const before = addSeconds(this.clock.now(), -this.config.testMessageDays * DAY_SECONDS);
    const days = await this.database.read
      .createQueryBuilder(MessageCounter, 'counter')
      .where({ livemode: 0, day: LessThan(this.calendar.day(before)), userId: await this.holds.notHeld() })
      .andWhere(
        'counter.sent + counter.delivered + counter.failed > counter.purgedSent + counter.purgedDelivered + counter.purgedFailed',
      )
      .limit(TEST_DAYS_MAX)
      .getMany();
    let purged = 0;
    for (const { userId, day } of days)
      purged += await this.purgeAll({ userId, livemode: false, day }, before, stopping);
    if (purged > 0) this.logger.info({ messages: purged }, 'old test messages were purged');
  }

  /** Purges all messages of an account. False: some have to wait, as {@link Retention} says. */
  async purgeAccount(userId: number, stopping?: AbortSignal): Promise<boolean> {
    await this.purgeAll({ userId }, addSeconds(this.clock.now(), 1), stopping);
    return !(await this.database.read.existsBy(Message, { userId }));
  }

  /** Goes through these messages by their ids. Returns how many were purged. */
  private async purgeAll(
    which: FindOptionsWhere<Message>,
    before: Date,
    stopping?: AbortSignal,
  ): Promise<number> {
    let purged = 0;
    for (let position = 0; !stopping?.aborted;) {
      const rows = await this.database.read.find(Message, {
        select: { id: true, status: true },
        where: { ...which, id: MoreThan(position) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      const last = rows.at(-1);
      if (!last) break;
      position = last.id;
      purged += await this.purge(endedIds(rows), before);
      await sleep(PAUSE_MS);
    }
    return purged;
  }

  /** The ids of the next old messages. `undefined`: only young ones follow; the next round starts at the beginning. */
  private async next(before: Date): Promise<number[] | undefined> {
    const rows = await this.database.read.find(Message, {
      select: { id: true, createdAt: true, status: true },
      where: { id: MoreThan(this.position) },
      order: { id: 'ASC' },
      take: BATCH,
    });
    const old = rows.filter(({ createdAt }) => createdAt < before);
    this.position = old.length > 0 ? (rows.at(-1)?.id ?? 0) : 0;
    return old.length === 0 ? undefined : endedIds(old);
  }

  private async purge(ids: number[], before: Date): Promise<number> {
    if (ids.length === 0) return 0;
    await this.usage.countMessages(ids);
    return this.database.tx(async (tx) => {
      const verifications = await this.lockVerifications(tx, ids);
      const messages = await this.lock(tx, ids, before);
      const lockedIds = messages.map(({ id }) => id);
      const waiting = await messagesWithPendingEvents(tx, lockedIds);
      const uncounted = await this.usage.uncounted(tx, lockedIds);
      const held = await this.holds.accounts(tx);
      const purgeable = messages.filter(
        ({ id, userId }) => !waiting.has(id) && !uncounted.has(id) && !held.includes(userId),
      );
      if (purgeable.length === 0) return 0;
      const purgeableIds = purgeable.map(({ id }) => id);
      const messageId = In(purgeableIds);
      await purgeEvents(tx, purgeableIds);
      await tx.delete(MessageAttempt, { messageId });
      await tx.delete(MessageReport, { messageId });
      await tx.delete(ScheduledStatus, { messageId });
      const theirs = verifications.filter(({ messageId: id }) => purgeableIds.includes(id));
      await tx.delete(Verification, { id: In(theirs.map(({ id }) => id)) });
      const withFallback = theirs.filter(({ fallbackSeconds }) => fallbackSeconds !== null);
      if (withFallback.length > 0)
        await tx.delete(VerificationFallback, {
          verification: In(withFallback.map(({ reference }) => reference)),
        });
      await tx.delete(Message, { id: messageId });
      await execute(tx, countPurged(this.database.engine, purgeable));
      return purgeable.length;
    });
  }

  /**
   * Locks verifications before messages, like all transactions. A message that ended long ago gets no new verification.
   */
  private async lockVerifications(tx: EntityManager, messageIds: number[]): Promise<Verification[]> {
    const found = await tx.findBy(Verification, { messageId: In(messageIds) });
    const references = found.map(({ reference }) => reference);
    return this.database.lockRows(tx, Verification, 'reference', references);
  }

  /** Locks the messages that another instance has not purged meanwhile. */
  private async lock(tx: EntityManager, ids: number[], before: Date): Promise<Message[]> {
    const rows = await this.database.lockRows(tx, Message, 'id', ids);
    return rows.filter(({ createdAt, status }) => createdAt < before && status !== 'pending');
  }
}

const endedIds = (rows: readonly Pick<Message, 'id' | 'status'>[]): number[] =>
  rows.filter(({ status }) => status !== 'pending').map(({ id }) => id);
