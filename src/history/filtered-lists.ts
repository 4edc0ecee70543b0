import { Injectable } from '@nestjs/common';
import { And, type FindOptionsWhere, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import { Message, reasonOf } from '../otp/index.js';
import { turn } from '../platform/background/turn.js';
import { Database, rowsOf } from '../platform/database/index.js';
import { prefixOf } from '../platform/text/phone.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds } from '../platform/time/clock.js';
import { type Facets, type IndexScan, indexScansOf, ROWS_SCANNED_MAX } from './index-scans.rules.js';
import { type MessageFilter, MessageLists, type Place } from './message-lists.js';
import type { Owner } from './message-reader.js';

type ListFilter = Facets & Partial<Owner> & MessageFilter;

export interface FilteredPage {
  rows: Message[];
  /** Where the next page begins; null after the last. */
  nextCursor: number | null;
  /** Where the scan stopped before the page was full. */
  searchedUntil: Date | null;
  /** How many messages match, on the first page only. */
  found: Found | null;
}

/** Counts up to {@link FOUND_MAX}, and no further than a page scans. */
interface Found {
  count: number;
  hasMore: boolean;
}

const TERMS = {
  userId: 'userId',
  livemode: 'livemode',
  key: 'apiKeyId',
  brand: 'companyName',
  reason: 'failureReason',
  device: 'deviceId',
  prefix: 'recipientMasked',
} as const satisfies Partial<Record<keyof ListFilter, keyof Message>>;

type Term = keyof typeof TERMS;
/** Rows hold the columns of the filter's terms only: most rows are read to be skipped. */
type ScannedRow = Pick<Message, 'id' | 'day' | 'status' | (typeof TERMS)[Term]>;

const termsOf = (filter: ListFilter) =>
  (Object.keys(TERMS) as Term[]).filter((term) => filter[term] !== undefined);

type Position = Pick<Place, 'day' | 'id'>;
/** Ids from the first (inclusive) to the second (exclusive). */
type IdRange = readonly [number, number];

/** Reads the next `size` rows of a scan, after `after`. */
type ReadNext = (after: Position | undefined, size: number) => Promise<ScannedRow[]>;

const ALL_IDS: IdRange = [0, Number.MAX_SAFE_INTEGER];
const [FIRST_DAY, LAST_DAY] = ['', '9999-12-31'];
/** SQLite blocks the process while it reads a batch. */
const BATCH_MAX = 250;
const BATCH_GROWTH = 4;
const FOUND_MAX = 100;
/** The order of ids may differ from that of `created_at` by this much: a message waits for a lock, or for its batch. */
const SKEW_SECONDS = 600;

/**
 * Lists that the day counters do not cover: of one key, brand, reason, device or prefix, or of all accounts on some
 * days. Each page scans one index from a cursor and checks the other filters row by row. It ends early after
 * ROWS_SCANNED_MAX messages of a mode, and says where.
 */
@Injectable()
export class FilteredLists {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly lists: MessageLists,
  ) {}

  async page(filter: ListFilter, cursor: number | undefined, limit: number): Promise<FilteredPage> {
    await turn();
    const indexScans = indexScansOf(filter, filter);
    const readers = await this.readers(indexScans, filter, cursor);
    // The first page also counts the matches.
    const wanted = cursor === undefined ? Math.max(FOUND_MAX, limit) + 1 : limit + 1;
    const results = await Promise.all(readers.map((readNext) => scan(readNext, filter, wanted)));
    const inOrder = orderOf(indexScans, filter);
    // If a scan stopped early, rows after its stop are left for a later page.
    const [stop] = results.flatMap(({ stoppedAt }) => stoppedAt ?? []).sort(inOrder);
    const matches = results
      .flatMap((result) => result.matches)
      .filter((row) => !stop || inOrder(row, stop) <= 0)
      .sort(inOrder);
    const ids = matches.slice(0, limit).map(({ id }) => id);
    const rows = (await this.lists.byIds(ids)).sort(inOrder);
    const hasMore = matches.length > FOUND_MAX || stop !== undefined;
    const found = cursor === undefined ? { count: Math.min(matches.length, FOUND_MAX), hasMore } : null;
    if (matches.length > limit) return { rows, nextCursor: ids.at(-1) ?? null, searchedUntil: null, found };
    if (!stop) return { rows, nextCursor: null, searchedUntil: null, found };
    const { createdAt } = await this.lists.placeOf(stop.id);
    return { rows, nextCursor: stop.id, searchedUntil: createdAt, found };
  }

  private async readers(
    indexScans: readonly (IndexScan | undefined)[],
    filter: ListFilter,
    cursor: number | undefined,
  ): Promise<ReadNext[]> {
    const { oldestFirst } = filter;
    if (indexScans.some((indexScan) => indexScan?.isByDay)) {
      const start = cursor === undefined ? undefined : await this.lists.placeOf(cursor);
      return indexScans.map(
        (indexScan) => (after, size) => this.readByDay(indexScan, filter, after ?? start, size),
      );
    }
    const ids = await this.idRangeOf(filter, cursor);
    return indexScans.map(
      (indexScan) => (after, size) =>
        this.read(indexScan, { id: idsBehind(after, ids, oldestFirst) }, filter, size),
    );
  }

  /**
   * Reads the rest of one day, then the other days: no database continues in the middle of a (day, id) index by one
   * condition.
   */
  private async readByDay(
    indexScan: IndexScan | undefined,
    filter: ListFilter,
    after: Position | undefined,
    size: number,
  ): Promise<ScannedRow[]> {
    const { from = FIRST_DAY, to = LAST_DAY, oldestFirst } = filter;
    if (!after)
      return this.read(indexScan, { day: And(MoreThanOrEqual(from), LessThanOrEqual(to)) }, filter, size);
    const { day } = after;
    const ofDay = indexScan && { ...indexScan, terms: { ...indexScan.terms, day } };
    const rest = await this.read(ofDay, { id: idsBehind(after, ALL_IDS, oldestFirst) }, filter, size);
    if (rest.length === size) return rest;
    const days = oldestFirst
      ? And(MoreThan(day), LessThanOrEqual(to))
      : And(MoreThanOrEqual(from), LessThan(day));
    return [...rest, ...(await this.read(indexScan, { day: days }, filter, size - rest.length))];
  }

  private read(
    indexScan: IndexScan | undefined,
    range: FindOptionsWhere<Message>,
    filter: ListFilter,
    size: number,
  ): Promise<ScannedRow[]> {
    const { oldestFirst } = filter;
    const direction = oldestFirst ? 'ASC' : 'DESC';
    const query = this.database.read.createQueryBuilder(Message, 'message').where(range).limit(size);
    if (indexScan) query.useIndex(indexScan.index);
    for (const [column, value] of Object.entries(indexScan?.terms ?? {})) {
      query.andWhere(this.equal(`message.${column}`, column), { [column]: value });
      query.addOrderBy(`message.${column}`, direction);
    }
    if (range.day) query.addOrderBy('message.day', direction);
    const columns = termsOf(filter).map((term) => TERMS[term]);
    return rowsOf(Message, query.addOrderBy('message.id', direction), ['id', 'day', 'status', ...columns]);
  }

  /**
   * With `=`, MariaDB ignores the range of ids and scans from the newest message of the index. SQLite uses only the
   * last column of an index for a range.
   */
  private equal(column: string, parameter: string): string {
    if (this.database.engine === 'sqlite') return `${column} = :${parameter}`;
    return `${column} >= :${parameter} AND ${column} <= :${parameter}`;
  }

  private async idRangeOf(
    { from, to, oldestFirst }: ListFilter,
    cursor: number | undefined,
  ): Promise<IdRange> {
    const start = from
      ? await this.firstIdSince(addSeconds(this.calendar.startOf(from), -SKEW_SECONDS))
      : ALL_IDS[0];
    const end = to ? await this.firstIdSince(addSeconds(this.calendar.endOf(to), SKEW_SECONDS)) : ALL_IDS[1];
    if (cursor === undefined) return [start, end];
    return oldestFirst ? [Math.max(start, cursor + 1), end] : [start, Math.min(end, cursor)];
  }

  /** A binary search: no index holds `created_at` of all accounts, and ids nearly follow it. */
  private async firstIdSince(at: Date): Promise<number> {
    const [newest] = await this.idsFrom(0, 'DESC');
    let [low, high] = [1, (newest?.id ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [next] = await this.idsFrom(middle, 'ASC');
      if (!next || next.createdAt >= at) high = middle;
      else low = next.id + 1;
    }
    return low;
  }

  private idsFrom(id: number, order: 'ASC' | 'DESC'): Promise<Pick<Message, 'id' | 'createdAt'>[]> {
    return this.database.read.find(Message, {
      select: { id: true, createdAt: true },
      where: { id: MoreThanOrEqual(id) },
      order: { id: order },
      take: 1,
    });
  }
}

/** Reads until `wanted` rows match, the scan ends, or it has read its maximum. */
async function scan(
  readNext: ReadNext,
  filter: ListFilter,
  wanted: number,
): Promise<{ matches: ScannedRow[]; stoppedAt?: ScannedRow }> {
  const isMatch = matcherOf(filter);
  const matches: ScannedRow[] = [];
  let last: ScannedRow | undefined;
  let size = Math.min(wanted, BATCH_MAX);
  for (let scanned = 0; scanned < ROWS_SCANNED_MAX;) {
    if (scanned > 0) await turn();
    const batch = await readNext(last, size);
    matches.push(...batch.filter(isMatch));
    last = batch.at(-1);
    if (matches.length >= wanted || batch.length < size) return { matches: matches.slice(0, wanted) };
    scanned += batch.length;
    size = Math.min(BATCH_MAX, size * BATCH_GROWTH, ROWS_SCANNED_MAX - scanned);
  }
  return { matches, stoppedAt: last };
}

function orderOf(indexScans: readonly (IndexScan | undefined)[], { oldestFirst }: ListFilter) {
  const order = oldestFirst ? 1 : -1;
  const isByDay = indexScans.some((indexScan) => indexScan?.isByDay);
  return (one: Position, other: Position) => {
    if (isByDay && one.day !== other.day) return one.day < other.day ? -order : order;
    return order * (one.id - other.id);
  };
}

function idsBehind(after: Position | undefined, [start, end]: IdRange, oldestFirst?: boolean) {
  const first = after && oldestFirst ? after.id + 1 : start;
  const before = after && !oldestFirst ? after.id : end;
  return And(MoreThanOrEqual(first), LessThan(before));
}

function matcherOf(filter: ListFilter): (row: ScannedRow) => boolean {
  const { statuses, from = FIRST_DAY, to = LAST_DAY } = filter;
  const terms = termsOf(filter);
  return (row) =>
    statuses.includes(row.status) &&
    row.day >= from &&
    row.day <= to &&
    terms.every((term) => filter[term] === valueOf(row, term));
}

function valueOf(row: ScannedRow, term: Term) {
  if (term === 'reason') return reasonOf(row);
  return term === 'prefix' ? prefixOf(row.recipientMasked) : row[TERMS[term]];
}
