import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual, type SelectQueryBuilder } from 'typeorm';
import { Message, MessageAttempt, MessageCounter, MessageReport } from '../otp/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { rowIdOf } from '../platform/ids/row-id.js';
import type { DayCount } from './day-slices.rules.js';
import type { StatsDay } from './history.dto.js';

/** An account and a mode; live and test messages are never mixed. */
export interface Owner {
  userId: number;
  livemode: boolean;
}

type TimelineAttempt = Omit<MessageAttempt, 'id'>;

export interface TimelineRecords {
  attempts: TimelineAttempt[];
  reports: MessageReport[];
}

/** More rows than any message has: a send bounds its attempts, and each source reports a status in one row. */
const TIMELINE_ROWS_MAX = 40;
/** An alert needs no exact count. */
const PAST_LEASE_MAX = 1000;
const USED_BRANDS_MAX = 50;
/** How many messages the median samples: the home page asks often. */
const DELIVERIES_SAMPLED = 500;

export const NO_COUNTS = { created: 0, sent: 0, delivered: 0, failed: 0, converted: 0 };
const COUNTS = Object.keys(NO_COUNTS) as (keyof typeof NO_COUNTS)[];

/** Reads single messages and day counters; MessageLists reads lists. */
@Injectable()
export class MessageReader {
  constructor(private readonly database: Database) {}

  /** Finds a message by reference, gateway id (the newest of several) or numeric id; without a mode, in both modes. */
  async find(owner: Pick<Owner, 'userId'> & Partial<Owner>, messageId: string): Promise<Message | null> {
    const known = await this.database.read.findOneBy(Message, { ...owner, reference: messageId });
    if (known) return known;
    const query = this.database.read
      .createQueryBuilder(Message, 'message')
      .where({ gatewayMessageId: messageId })
      .orderBy('message.id', 'DESC')
      .limit(1);
    const sent = await whereOwner(query, owner).getOne();
    const id = rowIdOf(messageId);
    if (sent || id === undefined) return sent;
    return this.database.read.findOneBy(Message, { ...owner, id });
  }

  findById(id: number): Promise<Message | null> {
    return this.database.read.findOneBy(Message, { id });
  }

  async timelineRecordsOf(message: Message): Promise<TimelineRecords> {
    const rows = { where: { messageId: message.id }, take: TIMELINE_ROWS_MAX };
    const [attempts, reports] = await Promise.all([
      this.database.read.find(MessageAttempt, { ...rows, order: { id: 'ASC' } }),
      this.database.read.find(MessageReport, { ...rows, order: { firstAt: 'ASC' } }),
    ]);
    return { attempts: [...ordinaryAttempt(message), ...attempts], reports };
  }

  /** How long the newest messages took to be delivered, without messages of days before `from`. */
  async deliverySeconds(owner: Owner, from: string): Promise<number[]> {
    // By the owner's index: a condition on the day could scan a whole history.
    const newest = await this.database.read.find(Message, {
      select: { id: true, day: true, createdAt: true, deliveredAt: true },
      where: { ...owner },
      order: { day: 'DESC', id: 'DESC' },
      take: DELIVERIES_SAMPLED,
    });
    return newest.flatMap(({ day, createdAt, deliveredAt }) =>
      day >= from && deliveredAt ? [(deliveredAt.getTime() - createdAt.getTime()) / 1000] : [],
    );
  }

  /**
   * The brands of an account, alphabetical, capitals first: one index lookup for each, however many messages it has.
   */
  async usedBrands(owner: Owner): Promise<string[]> {
    const brands: string[] = [];
    for (let last = ''; brands.length < USED_BRANDS_MAX;) {
      const next = await this.brandAfter(owner, last);
      if (next === null) break;
      brands.push(next);
      last = next;
    }
    return brands;
  }

  private async brandAfter({ userId, livemode }: Owner, brand: string): Promise<string | null> {
    const found = await this.database.read
      .createQueryBuilder(Message, 'message')
      .select(['message.id', 'message.companyName'])
      .useIndex('ix_messages_user_id_livemode_company_name_id')
      .where({ userId, livemode })
      .andWhere('message.companyName > :brand', { brand })
      .orderBy({ 'message.companyName': 'ASC', 'message.id': 'ASC' })
      .limit(1)
      .getOne();
    return found?.companyName ?? null;
  }

  countPending(): Promise<number> {
    return this.database.read.countBy(Message, { status: 'pending' });
  }

  async countPastLease(before: Date): Promise<number> {
    const rows = await this.database.read.find(Message, {
      select: { id: true },
      where: { status: 'pending', leaseUntil: LessThanOrEqual(before) },
      take: PAST_LEASE_MAX,
    });
    return rows.length;
  }

  /** Messages ever sent by day, oldest first, purged ones included. */
  async counters(owner: Owner): Promise<StatsDay[]> {
    const { userId, livemode } = owner;
    const [counted, pending] = await Promise.all([
      this.database.read.findBy(MessageCounter, { userId, livemode: Number(livemode) }),
      pendingByDay(this.database.read, owner),
    ]);
    const days = new Map<string, StatsDay>();
    for (const { day, sent, delivered, failed, converted } of counted)
      days.set(day, { day, created: sent + delivered + failed, sent, delivered, failed, converted });
    for (const { day, count } of pending) {
      const counts = days.get(day) ?? { day, ...NO_COUNTS };
      days.set(day, { ...counts, created: counts.created + count });
    }
    return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
  }
}

/** The attempt of a message that the first device accepted: it has no row of its own. */
function ordinaryAttempt({
  id: messageId,
  deviceId,
  channel,
  attemptMs,
  sentAt,
}: Message): TimelineAttempt[] {
  if (deviceId === null || attemptMs === null || sentAt === null) return [];
  const createdAt = new Date(sentAt.getTime() - attemptMs);
  const accepted = { outcome: 'accepted', reason: null, failureReason: null } as const;
  return [{ messageId, deviceId, channel, ...accepted, durationMs: attemptMs, createdAt }];
}

export function sum(days: StatsDay[]): Omit<StatsDay, 'day'> {
  const totals = { ...NO_COUNTS };
  for (const day of days) for (const count of COUNTS) totals[count] += day[count];
  return totals;
}

/** An API key reads the messages of its own mode. */
export const ownerOf = ({ userId, mode }: ApiKeyPrincipal): Owner => ({ userId, livemode: mode === 'live' });

/** Null without numbers. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** Pending messages by day: the counters hold only messages with an outcome. */
export async function pendingByDay(read: EntityManager, whose: Partial<Owner> = {}): Promise<DayCount[]> {
  const query = read
    .createQueryBuilder(Message, 'message')
    .select('message.day', 'day')
    .addSelect('COUNT(*)', 'count')
    .groupBy('message.day');
  const rows = await whereOwnPending(query, whose).getRawMany<{ day: string; count: string | number }>();
  return rows.map(({ day, count }) => ({ day, count: Number(count) }));
}

/** Adds account and mode as expressions: with their index, a database may scan the whole history of the account. */
export function whereOwner(
  query: SelectQueryBuilder<Message>,
  { userId, livemode }: Partial<Owner>,
): SelectQueryBuilder<Message> {
  if (userId !== undefined) query.andWhere('message.userId + 0 = :userId', { userId });
  if (livemode !== undefined)
    query.andWhere('message.livemode + 0 = :livemode', { livemode: Number(livemode) });
  return query;
}

/** Uses the status index, which is short. */
export const whereOwnPending = (query: SelectQueryBuilder<Message>, owner: Partial<Owner>) =>
  whereOwner(query.useIndex('ix_messages_status_lease_until').andWhere({ status: 'pending' }), owner);
