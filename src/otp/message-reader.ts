import { Injectable } from '@nestjs/common';
import { In, LessThan, type FindOptionsWhere } from 'typeorm';
import { Database } from '../common/database/index.js';
import { MessageCounter } from './message-counter.entity.js';
import { Message } from './message.entity.js';
import { SETTLED, type SettledStatus, type Status } from './status.js';

/** Whose messages; live and test ones are never mixed. */
export interface Owner {
  userId: number;
  livemode: boolean;
}

export interface MessageFilter {
  status?: SettledStatus;
  /** Local calendar days, inclusive. */
  from?: string;
  to?: string;
  /** Only messages older than this id. */
  before?: number;
}

export interface DayCounts {
  day: string;
  created: number;
  sent: number;
  delivered: number;
  failed: number;
}

/** Reads of messages by their owner, and of the counters that save counting them. */
@Injectable()
export class MessageReader {
  constructor(private readonly database: Database) {}

  /** Settled messages, newest first. */
  list(owner: Owner, filter: MessageFilter, offset: number, limit: number): Promise<Message[]> {
    const query = this.database.read
      .createQueryBuilder(Message, 'message')
      .where({ ...owner, status: filter.status ?? In(SETTLED), ...olderThan(filter.before) })
      .orderBy('message.id', 'DESC')
      .offset(offset)
      .limit(limit);
    if (filter.from) query.andWhere('message.day >= :from', { from: filter.from });
    if (filter.to) query.andWhere('message.day <= :to', { to: filter.to });
    return query.getMany();
  }

  /** How many messages {@link list} would yield over all pages, from the counters. */
  async total(owner: Owner, filter: MessageFilter): Promise<number> {
    const counts = sum(await this.counters(owner, filter.from, filter.to));
    return filter.status ? counts[filter.status] : counts.sent + counts.delivered + counts.failed;
  }

  /** The days that have messages, oldest first; `from` and `to` are inclusive. */
  async counters(owner: Owner, from?: string, to?: string): Promise<DayCounts[]> {
    const query = this.database.read
      .createQueryBuilder(MessageCounter, 'counter')
      .where('counter.userId = :userId AND counter.livemode = :livemode', {
        userId: owner.userId,
        livemode: Number(owner.livemode),
      })
      .orderBy('counter.day', 'ASC');
    if (from) query.andWhere('counter.day >= :from', { from });
    if (to) query.andWhere('counter.day <= :to', { to });
    return query.getMany();
  }
}

/** Totals over days. */
export function sum(days: DayCounts[]): Record<Exclude<Status, 'pending'> | 'created', number> {
  const totals = { created: 0, sent: 0, delivered: 0, failed: 0 };
  for (const day of days) {
    totals.created += day.created;
    totals.sent += day.sent;
    totals.delivered += day.delivered;
    totals.failed += day.failed;
  }
  return totals;
}

function olderThan(id: number | undefined): FindOptionsWhere<Message> {
  return id === undefined ? {} : { id: LessThan(id) };
}
