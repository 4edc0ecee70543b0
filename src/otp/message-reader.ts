import { Injectable } from '@nestjs/common';
import { In, LessThan, type FindOptionsWhere } from 'typeorm';
import { Database } from '../common/database/index.js';
import { MessageAttempt } from './message-attempt.entity.js';
import { MessageCounter } from './message-counter.entity.js';
import { MessageReport } from './message-report.entity.js';
import { Message } from './message.entity.js';
import { SETTLED, type SettledStatus } from './status.js';

/** Whose messages; live and test ones are never mixed. */
export interface Owner {
  userId: number;
  livemode: boolean;
}

/** What happened to a message between us and the gateways. */
export interface MessageStory {
  attempts: MessageAttempt[];
  reports: MessageReport[];
}

/** More than any message has: attempts are bounded by GATEWAY_ATTEMPTS_MAX, reports by their key. */
const STORY_ROWS_MAX = 20;
/** How many of an account's newest messages tell how fast it is delivered: the home page asks, and asks often. */
const DELIVERIES_SAMPLED = 500;

/** What any database takes for an id of ours. */
const NUMBER = /^[1-9]\d{0,14}$/;

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
  converted: number;
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

  /**
   * A message by our reference, by the gateway's id or by its number in history and ledger, pending ones too; of several
   * with one id, from several gateways, the newest. Without a mode, messages of both.
   */
  async find(owner: Pick<Owner, 'userId'> & Partial<Owner>, messageId: string): Promise<Message | null> {
    const known = await this.database.read.findOneBy(Message, { ...owner, reference: messageId });
    if (known) return known;
    const query = this.database.read
      .createQueryBuilder(Message, 'message')
      .where({ gatewayMessageId: messageId })
      // As terms, so that no database reads an account's whole history by its index to find the id.
      .andWhere('message.userId + 0 = :userId', { userId: owner.userId })
      .orderBy('message.id', 'DESC')
      .limit(1);
    if (owner.livemode !== undefined)
      query.andWhere('message.livemode + 0 = :livemode', { livemode: Number(owner.livemode) });
    const sent = await query.getOne();
    if (sent || !NUMBER.test(messageId)) return sent;
    return this.database.read.findOneBy(Message, { ...owner, id: Number(messageId) });
  }

  /** Any account's. */
  findById(id: number): Promise<Message | null> {
    return this.database.read.findOneBy(Message, { id });
  }

  async storyOf(messageId: number): Promise<MessageStory> {
    const rows = { where: { messageId }, take: STORY_ROWS_MAX };
    const [attempts, reports] = await Promise.all([
      this.database.read.find(MessageAttempt, { ...rows, order: { id: 'ASC' } }),
      this.database.read.find(MessageReport, { ...rows, order: { firstAt: 'ASC' } }),
    ]);
    return { attempts, reports };
  }

  /** How many messages {@link list} would yield over all pages, from the counters. */
  async total(owner: Owner, filter: MessageFilter): Promise<number> {
    const counts = sum(await this.counters(owner, filter.from, filter.to));
    return filter.status ? counts[filter.status] : counts.sent + counts.delivered + counts.failed;
  }

  /** How long the newest messages took to be delivered; those of days before `from` are left out. */
  async deliverySeconds(owner: Owner, from: string): Promise<number[]> {
    // Newest first by the owner's index, and no further: a condition on the day could walk through a whole history.
    const newest = await this.database.read.find(Message, {
      select: { id: true, day: true, createdAt: true, deliveredAt: true },
      where: { ...owner },
      order: { id: 'DESC' },
      take: DELIVERIES_SAMPLED,
    });
    return newest.flatMap(({ day, createdAt, deliveredAt }) =>
      day >= from && deliveredAt ? [(deliveredAt.getTime() - createdAt.getTime()) / 1000] : [],
    );
  }

  /** How many messages of all accounts have no outcome yet. */
  countPending(): Promise<number> {
    return this.database.read.countBy(Message, { status: 'pending' });
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
export function sum(days: DayCounts[]): Omit<DayCounts, 'day'> {
  const totals = { created: 0, sent: 0, delivered: 0, failed: 0, converted: 0 };
  for (const day of days) {
    totals.created += day.created;
    totals.sent += day.sent;
    totals.delivered += day.delivered;
    totals.failed += day.failed;
    totals.converted += day.converted;
  }
  return totals;
}

function olderThan(id: number | undefined): FindOptionsWhere<Message> {
  return id === undefined ? {} : { id: LessThan(id) };
}
