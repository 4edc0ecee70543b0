import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, type SelectQueryBuilder } from 'typeorm';
import {
  Fingerprints,
  Message,
  readMessagesWithCodes,
  Verification,
  type VerificationView,
  verificationView,
} from '../otp/index.js';
import { turn } from '../platform/background/turn.js';
import { Database, rowsOf } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { Idempotency } from '../platform/idempotency/index.js';
import { Phone } from '../platform/text/phone.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { MessageLists, type Place } from './message-lists.js';
import { type Owner, whereOwner } from './message-reader.js';
import {
  type FoundVerifications,
  type MessageSearchDto,
  searchedBy,
  type VerificationQuery,
} from './message-search.dto.js';

/** One account, in one mode or both; without an account, all messages. */
export type Whose = Partial<Owner>;

type Shared = 'recipient_index' | 'recipient_last4' | 'external_id';

interface Span {
  from?: Date;
  before?: Date;
  after?: Place;
  limit: number;
}

/** Messages read for one page. An external_id may have many more, and any number of them without a verification. */
export const MESSAGES_READ_MAX = 250;

/** Finds messages by one term, newest first, at a cost that does not grow with the table. */
@Injectable()
export class MessageSearch {
  constructor(
    private readonly database: Database,
    private readonly lists: MessageLists,
    private readonly fingerprints: Fingerprints,
    private readonly idempotency: Idempotency,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Fails with `parameter_missing` or `parameter_invalid` unless the search has exactly one term. */
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

  /**
   * Finds verifications by the messages that carried their codes. Fails with `parameter_missing` or, with both terms,
   * `parameter_invalid`.
   */
  findVerifications(owner: Owner, query: VerificationQuery): Promise<FoundVerifications> {
    const { external_id: externalId, reference } = query;
    const fields = ['external_id', 'reference'];
    if (externalId !== undefined && reference !== undefined)
      throw new AppError('parameter_invalid', {
        message: {
          id: 'Isi tepat satu dari external_id, reference.',
          en: 'Give exactly one of external_id, reference.',
        },
        body: { fields },
      });
    if (externalId !== undefined) return this.byExternalId(owner, externalId, query);
    if (reference !== undefined) return this.byReference(owner, reference, query);
    throw new AppError('parameter_missing', { body: { fields } });
  }

  /** A page ends early when it has read enough messages; `next_cursor` continues there. */
  private async byExternalId(
    owner: Owner,
    external_id: string,
    { limit, cursor }: VerificationQuery,
  ): Promise<FoundVerifications> {
    const found = await this.find(owner, { external_id, cursor, limit }, MESSAGES_READ_MAX + 1);
    const read = found.slice(0, MESSAGES_READ_MAX);
    const verifications = await this.verificationsOf(owner, read);
    // Several messages may have carried codes of a verification. It is listed once, with the newest of them.
    const current = read.flatMap((message) => {
      const verification = verifications.get(message.verification ?? '');
      return verification?.messageId === message.id ? [{ verification, message }] : [];
    });
    const page = current.slice(0, limit);
    const last = current.length > limit ? page.at(-1)?.message : read.at(-1);
    const hasMore = current.length > limit || found.length > read.length;
    return {
      limit,
      items: await this.views(page.map(({ verification }) => verification)),
      next_cursor: hasMore ? (last?.id ?? null) : null,
    };
  }

  private async byReference(
    owner: Owner,
    reference: string,
    { limit, cursor }: VerificationQuery,
  ): Promise<FoundVerifications> {
    const messages = await this.find(owner, { reference, cursor, limit }, 1);
    const found = await this.verificationsOf(owner, messages);
    return { limit, items: await this.views([...found.values()]), next_cursor: null };
  }

  /** By their `verification_id`. */
  private async verificationsOf(
    { userId, livemode }: Owner,
    messages: readonly Message[],
  ): Promise<Map<string, Verification>> {
    const ids = new Set(messages.flatMap(({ verification }) => verification ?? []));
    if (ids.size === 0) return new Map();
    const rows = await this.database.read.findBy(Verification, { reference: In([...ids]) });
    const own = rows.filter((row) => row.userId === userId && row.livemode === livemode);
    return new Map(own.map((row) => [row.reference, row]));
  }

  private async views(verifications: readonly Verification[]): Promise<VerificationView[]> {
    const messages = await readMessagesWithCodes(this.database.read, verifications);
    const now = this.clock.now();
    return verifications.flatMap((verification) => {
      const own = messages.get(verification.reference) ?? [];
      return own.length > 0 ? [verificationView(verification, own, now)] : [];
    });
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
    // MySQL ignores spaces at the end.
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

  /** For terms that few messages share. */
  private few(which: FindOptionsWhere<Message>, whose: Whose, span: Span): Promise<Message[]> {
    const query = this.database.read.createQueryBuilder(Message, 'message').where(which);
    whereOwner(query, whose);
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
