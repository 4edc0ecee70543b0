import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { Message, OUTCOME_STATUSES, type Status, STATUSES } from '../otp/index.js';
import { turn } from '../platform/background/turn.js';
import { Database, rowsOf } from '../platform/database/index.js';
import { type DayCount, type DaySlice, slicesFrom } from './day-slices.rules.js';
import { type Owner, pendingByDay, whereOwnPending } from './message-reader.js';

export interface MessageFilter {
  statuses: readonly Status[];
  /** Local calendar days, inclusive. */
  from?: string;
  to?: string;
  /** Oldest first, instead of newest first. */
  oldestFirst?: boolean;
}

/** A cursor: lists order by day and id, searches by creation time and id. */
export type Place = Pick<Message, 'day' | 'createdAt' | 'id'>;

const BEFORE_ALL: Place = { day: '', createdAt: new Date(0), id: 0 };

export type Start = { offset: number } | { after: Place };

interface MessagePage {
  rows: Message[];
  total: number;
}

/** Without a mode: both. */
type Selection = MessageFilter & Pick<Owner, 'userId'> & Partial<Owner>;

/** SQL for the messages of a day that still exist, by status. Counters hold no pending ones. */
const PRESENT = {
  pending: '0',
  sent: 'sent - purged_sent',
  delivered: 'delivered - purged_delivered',
  failed: 'failed - purged_failed',
} as const satisfies Record<Status, string>;

const presentOf = (statuses: readonly Status[]) =>
  `SUM(${statuses.map((status) => PRESENT[status]).join(' + ')})`;

/** Lists messages with totals and pages from the day counters: no page reads or counts the rows before it. */
@Injectable()
export class MessageLists {
  constructor(private readonly database: Database) {}

  async of(selection: Selection, start: Start, limit: number): Promise<MessagePage> {
    const days = await this.daysOf(selection);
    if (selection.oldestFirst) days.reverse();
    const total = days.reduce((sum, { count }) => sum + count, 0);
    const after = 'after' in start ? start.after : undefined;
    const isLeft = ({ day }: DayCount) =>
      !after || (selection.oldestFirst ? day >= after.day : day <= after.day);
    const slices = slicesFrom(days.filter(isLeft), 'offset' in start ? start.offset : 0, limit);
    const rows: Message[] = [];
    for (const slice of slices) {
      if (rows.length > 0) await turn();
      rows.push(...(await this.ofDays(selection, slice, after, limit - rows.length)));
      if (rows.length >= limit) break;
    }
    return { rows, total };
  }

  /** Lists messages in all statuses and modes, of one account or of all. */
  any(
    { userId, status, ...days }: Partial<Owner> & { status?: Status } & Omit<MessageFilter, 'statuses'>,
    offset: number,
    limit: number,
  ): Promise<MessagePage> {
    const statuses = status ? [status] : STATUSES;
    if (userId) return this.of({ userId, statuses, ...days }, { offset }, limit);
    return this.ofAll({ status, oldestFirst: days.oldestFirst }, offset, limit);
  }

  /** The cursor of a message; of the next older one if it was deleted. */
  async placeOf(id: number): Promise<Place> {
    const newest = { select: { id: true, day: true, createdAt: true }, order: { id: 'DESC' } } as const;
    // Two look-ups: for `id <= ?` alone SQLite may read an index of another column, and sort.
    const found =
      (await this.database.read.findOne(Message, { ...newest, where: { id } })) ??
      (await this.database.read.findOne(Message, { ...newest, where: { id: LessThan(id) } }));
    return found ? { day: found.day, createdAt: found.createdAt, id } : BEFORE_ALL;
  }

  /** In no particular order. */
  async byIds(ids: readonly number[]): Promise<Message[]> {
    if (ids.length === 0) return [];
    const query = this.database.read.createQueryBuilder(Message, 'message').where({ id: In([...ids]) });
    return rowsOf(Message, query);
  }

  /** Newest first. */
  private async daysOf({ userId, livemode, statuses, from, to }: Selection): Promise<DayCount[]> {
    const query = this.database.read
      .createQueryBuilder()
      .select('day')
      .addSelect(presentOf(statuses), 'count')
      .from('message_counters', 'counter')
      .where('user_id = :userId', { userId })
      .groupBy('day')
      .orderBy('day', 'DESC');
    if (livemode !== undefined) query.andWhere('livemode = :livemode', { livemode: Number(livemode) });
    if (from) query.andWhere('day >= :from', { from });
    if (to) query.andWhere('day <= :to', { to });
    const rows = await query.getRawMany<{ day: string; count: string | number }>();
    const counted = rows.map(({ day, count }) => ({ day, count: Number(count) }));
    if (!statuses.includes('pending')) return counted;
    const pending = await pendingByDay(this.database.read, { userId, livemode });
    const asked = pending.filter(({ day }) => day >= (from ?? day) && day <= (to ?? day));
    return addedUp([...counted, ...asked]);
  }

  /** Lists the days in the condition, so that the database reads no other day. */
  private ofDays(
    { userId, livemode, statuses, oldestFirst }: Selection,
    { days, skip }: DaySlice,
    after: Place | undefined,
    limit: number,
  ): Promise<Message[]> {
    const beyond = oldestFirst ? MoreThan : LessThan;
    const order = oldestFirst ? 'ASC' : 'DESC';
    const query = this.database.read
      .createQueryBuilder(Message, 'message')
      .where({ day: In(days), ...(after && days.includes(after.day) ? { id: beyond(after.id) } : {}) })
      .orderBy({ 'message.day': order, 'message.id': order })
      .offset(skip)
      .limit(limit);
    if (statuses.every((status) => status === 'pending')) {
      whereOwnPending(query, { userId, livemode });
      return rowsOf(Message, query);
    }
    query.andWhere({
      userId,
      livemode: livemode ?? In([true, false]),
      ...(statuses.length < STATUSES.length ? { status: In([...statuses]) } : {}),
    });
    // For a rare status, MySQL 9 and MariaDB 11 would scan the messages of all accounts.
    if (livemode !== undefined) query.useIndex('ix_messages_user_id_livemode_day_id');
    return rowsOf(Message, query);
  }

  private async ofAll(
    { status, oldestFirst }: { status?: Status; oldestFirst?: boolean },
    offset: number,
    limit: number,
  ): Promise<MessagePage> {
    const { read } = this.database;
    const [sum] = await read.query<{ total: string | number | null }[]>(
      `SELECT ${presentOf(status ? [status] : STATUSES)} AS total FROM message_counters`,
    );
    const pending = !status || status === 'pending' ? await pendingByDay(read) : [];
    const total = pending.reduce((before, { count }) => before + count, Number(sum?.total ?? 0));
    if (offset >= total) return { rows: [], total };
    const query = read
      .createQueryBuilder(Message, 'message')
      .orderBy('message.id', oldestFirst ? 'ASC' : 'DESC')
      .offset(offset)
      // For one row more than there are, the database would scan the whole table.
      .limit(Math.min(limit, total - offset));
    // An expression: with the status index, the database would sort all matches to find the newest.
    if (status) query.where("COALESCE(message.status, '') = :status", { status });
    return { rows: await rowsOf(Message, query), total };
  }
}

/** Messages with an outcome, unless the query names a status or includes pending ones. */
export function statusesOf({ status, include }: { status?: Status; include?: 'pending' }): readonly Status[] {
  if (status) return [status];
  return include ? STATUSES : OUTCOME_STATUSES;
}

function addedUp(counts: readonly DayCount[]): DayCount[] {
  const days = new Map<string, number>();
  for (const { day, count } of counts) days.set(day, (days.get(day) ?? 0) + count);
  return [...days]
    .map(([day, count]) => ({ day, count }))
    .sort((one, other) => (one.day > other.day ? -1 : 1));
}
