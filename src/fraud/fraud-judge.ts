import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { In } from 'typeorm';
import { Database, isUniqueViolation, list, momentOf, statement } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../platform/time/clock.js';
import { WebhookOutbox } from '../webhook/index.js';
import { FraudBlock } from './fraud.entities.js';
import {
  blockLevel,
  blockSeconds,
  CONVERSION_SECONDS,
  decideGroup,
  type FraudDay,
  type FraudDecision,
  type FraudFacts,
  groupMax,
  type ObservedSend,
  reportsConversions,
  suddenVolume,
} from './fraud.rules.js';
import { activeBlock, FraudAccounts } from './fraud-accounts.js';
import { FraudMarks, type Mark } from './fraud-marks.js';
import { FraudMetrics } from './fraud-metrics.js';
import { fraudEventOf } from './fraud-webhook.js';

/** The lowest LIMIT of a query for sends. */
const SENDS_LIMIT_MIN = 2000;
/** Most limits count phones, and a phone may get several codes. */
const SENDS_PER_PHONE = 5;
const WEEK_DAYS = 7;
const WEEKS_MAX = 10_000;

type Found = Extract<FraudDecision, { kind: 'found' }>;

interface Week {
  readDay: string;
  days: FraudDay[];
}

/** Judges a group of sends by what the database knows, and stores what it finds. */
@Injectable()
export class FraudJudge {
  private readonly weeks = new LRUCache<number, Week>({ max: WEEKS_MAX });

  constructor(
    private readonly database: Database,
    private readonly accounts: FraudAccounts,
    private readonly marks: FraudMarks,
    private readonly webhooks: WebhookOutbox,
    private readonly metrics: FraudMetrics,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns true if it has to be judged again even without more sends. */
  async judge({ userId, mark }: { userId: number; mark: Mark }): Promise<boolean> {
    const now = this.clock.now();
    const account = await this.accounts.of(userId);
    if (!account) return true;
    const isActive = ({ blocked }: Mark) => activeBlock(account, blocked.marks, now) !== undefined;
    if (isActive(mark)) return false;
    const { limits, mode } = account;
    const days = await this.weekOf(userId, now);
    const volumeMax = suddenVolume(days, limits);
    // Without enough days with sends there is no limit of the volume, and no need of the next read.
    if (mark.group === 'account' && volumeMax === undefined) return false;
    const earlier = await this.database.read.findOne(FraudBlock, {
      where: { mark: In([...mark.blocked.marks]) },
      order: { nth: 'DESC' },
    });
    const facts = {
      limits,
      reportsConversions: reportsConversions(days, limits),
      isTightened: isActive(this.marks.account(userId)) || blockLevel(earlier, now) > 0,
    };
    const decision =
      mark.group === 'account'
        ? await this.decideVolume(userId, volumeMax, now)
        : decideGroup(
            mark.group,
            await this.sendsOf(mark, { facts, max: groupMax(mark.group, facts) ?? 0 }, earlier, now),
            facts,
            now,
          );
    if (decision.kind === 'found') await this.block({ userId, mark, mode }, decision, earlier, now);
    return decision.kind === 'wait';
  }

  private async weekOf(userId: number, now: Date): Promise<FraudDay[]> {
    const today = this.calendar.day(now);
    const known = this.weeks.get(userId);
    if (known?.readDay === today) return known.days;
    const first = this.calendar.day(addSeconds(now, -WEEK_DAYS * DAY_SECONDS));
    const rows = await this.database.query(
      statement(
        `SELECT sent + delivered AS sends, converted FROM message_counters
          WHERE user_id = ? AND livemode = 1 AND day >= ? AND day < ?`,
        [userId, first, today],
      ),
    );
    const days = rows.map(({ sends, converted }) => ({ sends: Number(sends), converted: Number(converted) }));
    this.weeks.set(userId, { readDay: today, days });
    return days;
  }

  /**
   * The newest sends of the group within the window, and after the last unblocking. Sends that can be judged and newer
   * ones are read separately, so that a burst does not hide the older ones.
   */
  private async sendsOf(
    { marks }: Mark,
    { facts: { limits }, max }: { facts: FraudFacts; max: number },
    earlier: FraudBlock | null,
    now: Date,
  ): Promise<ObservedSend[]> {
    const windowStart = addSeconds(now, -limits.window_minutes * MINUTE_SECONDS);
    const liftedAt = earlier?.liftedAt ?? windowStart;
    const since = liftedAt > windowStart ? liftedAt : windowStart;
    const judgeableBefore = addSeconds(now, -CONVERSION_SECONDS);
    const atMost = Math.max(SENDS_LIMIT_MIN, SENDS_PER_PHONE * max);
    const newest = (after: Date, until: Date) =>
      this.database.query(
        statement(
          `SELECT m.recipient_index, m.created_at, m.status, m.converted_at
             FROM fraud_marks f JOIN messages m ON m.id = f.message_id
            WHERE f.mark IN ${list(marks)} AND f.created_at > ? AND f.created_at <= ?
            ORDER BY f.created_at DESC LIMIT ${atMost}`,
          [...marks, after, until],
        ),
      );
    const rows = [
      ...(await newest(since, judgeableBefore)),
      ...(await newest(since > judgeableBefore ? since : judgeableBefore, now)),
    ];
    return rows.map((row) => ({
      phone: String(row['recipient_index']),
      at: momentOf(row['created_at']),
      isFailed: row['status'] === 'failed',
      isConverted: row['converted_at'] !== null,
    }));
  }

  /** Whether the account sent at least `max` messages within the last hour. */
  private async decideVolume(userId: number, max: number | undefined, now: Date): Promise<FraudDecision> {
    if (max === undefined) return { kind: 'clear' };
    const [row] = await this.database.query(
      statement(
        `SELECT created_at FROM messages WHERE user_id = ? AND livemode = 1 ORDER BY id DESC LIMIT 1 OFFSET ${max - 1}`,
        [userId],
      ),
    );
    if (!row || momentOf(row['created_at']) <= addSeconds(now, -HOUR_SECONDS)) return { kind: 'clear' };
    const counts = { sends: max, phones: 0, judgedPhones: 0, convertedPhones: 0 };
    return { kind: 'found', rule: 'sudden_volume', counts };
  }

  private async block(
    { userId, mark: { blocked }, mode }: { userId: number; mark: Mark; mode: FraudBlock['mode'] },
    { rule, counts }: Found,
    earlier: FraudBlock | null,
    now: Date,
  ): Promise<void> {
    const level = rule === 'sudden_volume' ? 0 : blockLevel(earlier, now);
    const row = {
      ...{ userId, mark: blocked.marks[0], nth: (earlier?.nth ?? 0) + 1, rule, mode, level },
      ...{ subject: blocked.subject, digits: blocked.digits },
      ...counts,
      ...{ startedAt: now, endsAt: addSeconds(now, blockSeconds(level)), liftedAt: null, stopped: 0 },
    };
    try {
      await this.database.tx(async (tx) => {
        const { identifiers } = await tx.insert(FraudBlock, row);
        const id = Number(identifiers[0]?.['id']);
        const data = fraudEventOf({ ...row, id });
        await this.webhooks.enqueue(tx, {
          userId,
          type: 'fraud.detected',
          livemode: true,
          messageId: null,
          data,
        });
      });
    } catch (error) {
      // Another instance found the same.
      if (!isUniqueViolation(error)) throw error;
      this.accounts.forget(userId);
      return;
    }
    this.webhooks.committed();
    this.accounts.forget(userId);
    this.metrics.found.inc({ rule });
    this.logger.warn({ userId, rule, mode, ...counts }, 'sends look like fraud');
  }
}
