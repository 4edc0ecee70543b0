import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, type SelectQueryBuilder } from 'typeorm';
import { Fingerprints, Message } from '../otp/index.js';
import { turn } from '../platform/background/turn.js';
import { Database, rowsOf } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { Idempotency } from '../platform/idempotency/index.js';
import { Phone } from '../platform/text/phone.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { MessageLists, type Place } from './message-lists.js';
import type { Owner } from './message-reader.js';
import { type MessageSearchDto, searchedBy } from './message-search.dto.js';

/** One account, in one mode or both; without an account, all messages. */
export type Whose = Partial<Owner>;

/** Columns that many messages may share. */
type Shared = 'recipient_index' | 'recipient_last4' | 'external_id';

interface Span {
  from?: Date;
  before?: Date;
  after?: Place;
  limit: number;
}

/** Finds messages by one term, newest first, at a cost that does not grow with the table. */
@Injectable()
export class MessageSearch {
  constructor(
    private readonly database: Database,
    private readonly lists: MessageLists,
    private readonly fingerprints: Fingerprints,
    private readonly idempotency: Idempotency,
    private readonly calendar: Calendar,
  ) {}

  /** Fails with `parameter_missing` or `parameter_invalid`, unless it is searched by one thing. */
  async find(whose: Whose, search: MessageSearchDto, limit: number): Promise<Message[]> {
    const { by, value } = searchedBy(search);
    await turn();
    const span = { ...(await this.spanOf(search)), limit };
    switch (by) {
      case 'phone':
        return this.shared('recipient_index', this.recipient(value), whose, span);
      case 'last4':
        return this.shared('recipient_last4', [value], whose, span);
      case 'external_id':
        return this.shared('external_id', [value], whose, span);
      case 'reference':
        return this.few({ reference: value }, whose, span);
      case 'message_id':
        return this.few({ gatewayMessageId: value }, whose, span);
      case 'idempotency_key':
        return this.ofKey(value, whose, span);
      default:
        throw new Error(`unknown search: ${String(by satisfies never)}`);
    }
  }

  private recipient(written: string): readonly string[] {
    const phone = Phone.parse(written);
    if (!phone) throw new AppError('phone_invalid');
    return this.fingerprints.recipient(phone);
  }

  private async spanOf({ from, to, cursor }: MessageSearchDto): Promise<Omit<Span, 'limit'>> {
    return {
      ...(from ? { from: this.calendar.startOf(from) } : {}),
      ...(to ? { before: this.calendar.endOf(to) } : {}),
      ...(cursor ? { after: await this.lists.placeOf(cursor) } : {}),
    };
  }

  /** Reads ids from the index first, then only the rows of the page. */
  private async shared(
    column: Shared,
    values: readonly string[],
    whose: Whose,
    span: Span,
  ): Promise<Message[]> {
    const { userId, livemode } = whose;
    // Reads each mode and value separately: together the database would sort them.
    const modes = userId === undefined || livemode !== undefined ? [livemode] : [true, false];
    const places = await Promise.all(
      modes.flatMap((mode) =>
        values.map((value) => this.places(column, value, { userId, livemode: mode }, span)),
      ),
    );
    const newest = places.flat().sort(newestFirst).slice(0, span.limit);
    if (newest.length === 0) return [];
    return (await this.lists.byIds(newest.map(({ id }) => id))).sort(newestFirst);
  }

  private places(
    column: Shared,
    value: string,
    { userId, livemode }: Whose,
    span: Span,
  ): Promise<Pick<Message, 'id' | 'createdAt'>[]> {
    const query = this.database.read
      .createQueryBuilder(Message, 'message')
      .useIndex(indexOf(column, userId))
      .where(`message.${column} = :value`, { value });
    // MySQL does not see spaces at the end.
    if (column === 'external_id')
      query.andWhere('LENGTH(message.external_id) = :length', { length: value.length });
    if (userId !== undefined) query.andWhere({ userId });
    if (livemode !== undefined) query.andWhere({ livemode });
    if (span.after)
      query.andWhere('message.createdAt <= :at AND (message.createdAt < :at OR message.id < :id)', {
        at: span.after.createdAt,
        id: span.after.id,
      });
    query.orderBy({ 'message.createdAt': 'DESC', 'message.id': 'DESC' });
    return rowsOf(Message, within(query, span), ['id', 'createdAt']);
  }

  private async ofKey(key: string, whose: Whose, span: Span): Promise<Message[]> {
    const ids = await this.idempotency.messagesOf(key, whose.userId);
    return ids.length === 0 ? [] : this.few({ id: In(ids) }, whose, span);
  }

  /**
   * For terms that few messages share. The account is an expression, so that no database scans its history instead.
   */
  private few(which: FindOptionsWhere<Message>, { userId, livemode }: Whose, span: Span): Promise<Message[]> {
    const query = this.database.read.createQueryBuilder(Message, 'message').where(which);
    if (userId !== undefined) query.andWhere('message.userId + 0 = :userId', { userId });
    if (livemode !== undefined) query.andWhere('message.livemode + 0 = :mode', { mode: Number(livemode) });
    if (span.after) query.andWhere('message.id < :id', { id: span.after.id });
    return rowsOf(Message, within(query.orderBy('message.id', 'DESC'), span));
  }
}

/** The index that holds the matches in the order of the response. */
const indexOf = (column: Shared, userId: number | undefined) =>
  userId === undefined
    ? `ix_messages_${column}_created_at`
    : `ix_messages_${column}_user_id_livemode_created_at`;

function within(
  query: SelectQueryBuilder<Message>,
  { from, before, limit }: Span,
): SelectQueryBuilder<Message> {
  if (from) query.andWhere('message.createdAt >= :from', { from });
  if (before) query.andWhere('message.createdAt < :before', { before });
  return query.limit(limit);
}

function newestFirst(one: Pick<Message, 'id' | 'createdAt'>, other: typeof one): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || other.id - one.id;
}
