import { Injectable } from '@nestjs/common';
import { And, type FindOptionsWhere, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import { Message, reasonOf, type Status } from '../otp/index.js';
import { turn } from '../platform/background/turn.js';
import { Database, rowsOf } from '../platform/database/index.js';
import { prefixOf } from '../platform/text/phone.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds } from '../platform/time/clock.js';
import { MessageLists, type Place } from './message-lists.js';
import { choicesOf, type Facets, LOOKED_MAX, type Road } from './road.rules.js';

/** Which messages a list is of. */
export interface Narrowing extends Facets {
  userId?: number;
  livemode?: boolean;
  statuses: readonly Status[];
  /** Local calendar days, inclusive. */
  from?: string;
  to?: string;
  oldestFirst?: boolean;
}

export interface NarrowedPage {
  rows: Message[];
  /** Where the next page goes on; null after the last. */
  nextCursor: number | null;
  /** Where it was left off before the page was full. */
  searchedUntil: Date | null;
  /** How many there are in all, of the first page. */
  found: Found | null;
}

/** Counted up to {@link FOUND_MAX}, and no further than a page looks. */
interface Found {
  count: number;
  hasMore: boolean;
}

const LOOKED_AT = [
  'id',
  'userId',
  'livemode',
  'status',
  'day',
  'apiKeyId',
  'companyName',
  'failureReason',
  'deviceId',
  'recipientMasked',
  'createdAt',
] as const satisfies (keyof Message)[];

type Looked = Pick<Message, (typeof LOOKED_AT)[number]>;

/** Ids: from the first on, and before the second. */
type Span = readonly [number, number];

/** The next messages of a road, beyond one of them. */
type Walk = (after: Place | undefined, size: number) => Promise<Looked[]>;

const NONE: Found = { count: 0, hasMore: false };
const EVERY: Span = [0, Number.MAX_SAFE_INTEGER];
const [FIRST_DAY, LAST_DAY] = ['', '9999-12-31'];
/** What is read at once: on SQLite nothing else is done meanwhile. */
const BATCH_MAX = 250;
const GROWTH = 4;
/** So many are counted; beyond it a list has “more than”. */
const FOUND_MAX = 100;
/** A road of no more messages than this is the best at once. */
const FEW = 200;
/** By how much the order of ids may differ from that of the moments: a message waits for a lock, or for its batch. */
const SKEW_SECONDS = 600;

/**
 * Lists that no counter knows: of one key, brand, reason, device or prefix, of all accounts in some days. They are read along an
 * index, page by page with cursors; what that does not hold is looked at, and a page looks at no more than
 * {@link LOOKED_MAX} messages a mode: it ends earlier then, and says where.
 */
@Injectable()
export class NarrowedLists {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly lists: MessageLists,
  ) {}

  async page(narrowing: Narrowing, cursor: number | undefined, limit: number): Promise<NarrowedPage> {
    await turn();
    const roads = await this.best(choicesOf(narrowing, narrowing));
    if (!roads) return { rows: [], nextCursor: null, searchedUntil: null, found: NONE };
    const walks = await this.walks(roads, narrowing, cursor);
    // The first page is also counted: it looks on until there are enough for that.
    const wanted = cursor === undefined ? Math.max(FOUND_MAX, limit) + 1 : limit + 1;
    const looks = await Promise.all(walks.map((walk) => look(walk, narrowing, wanted)));
    const inOrder = orderOf(roads, narrowing);
    // What lies beyond the nearest place where one road was left is not told before that road has got there.
    const [left] = looks.flatMap(({ left: place }) => place ?? []).sort(inOrder);
    const matches = looks
      .flatMap((look) => look.found)
      .filter((one) => !left || inOrder(one, left) <= 0)
      .sort(inOrder);
    const ids = matches.slice(0, limit).map(({ id }) => id);
    const rows = (await this.lists.byIds(ids)).sort(inOrder);
    const hasMore = matches.length > FOUND_MAX || left !== undefined;
    const found = cursor === undefined ? { count: Math.min(matches.length, FOUND_MAX), hasMore } : null;
    if (matches.length > limit) return { rows, nextCursor: ids.at(-1) ?? null, searchedUntil: null, found };
    return { rows, nextCursor: left?.id ?? null, searchedUntil: left?.createdAt ?? null, found };
  }

  /** A choice with few messages where there is one; none where one of them has no message at all. */
  private async best(choices: (Road | undefined)[][]): Promise<(Road | undefined)[] | undefined> {
    const [first, ...others] = choices;
    if (others.length === 0) return first;
    for (const roads of choices) if (!(await this.haveMoreThan(0, roads))) return undefined;
    for (const roads of choices) if (!(await this.haveMoreThan(FEW, roads))) return roads;
    return first;
  }

  /** Looked up in the index alone. */
  private async haveMoreThan(count: number, roads: (Road | undefined)[]): Promise<boolean> {
    for (const road of roads) {
      if (!road) return true;
      const beyond = await this.database.read
        .createQueryBuilder(Message, 'message')
        .select('message.id', 'id')
        .useIndex(road.index)
        .where(road.terms)
        .offset(count)
        .limit(1)
        .getRawMany();
      if (beyond.length > 0) return true;
    }
    return false;
  }

  private async walks(
    roads: readonly (Road | undefined)[],
    narrowing: Narrowing,
    cursor: number | undefined,
  ): Promise<Walk[]> {
    const { oldestFirst } = narrowing;
    if (roads.some((road) => road?.isByDay)) {
      const start = cursor === undefined ? undefined : await this.lists.placeOf(cursor);
      return roads.map((road) => (after, size) => this.ofDays(road, narrowing, after ?? start, size));
    }
    const span = await this.spanOf(narrowing, cursor);
    return roads.map(
      (road) => (after, size) => this.batch(road, { id: idsOf(span, after, oldestFirst) }, narrowing, size),
    );
  }

  /** What is left of a day, and then the others: no database goes on from a place in the midst of both. */
  private async ofDays(
    road: Road | undefined,
    narrowing: Narrowing,
    after: Place | undefined,
    size: number,
  ): Promise<Looked[]> {
    const { from = FIRST_DAY, to = LAST_DAY, oldestFirst } = narrowing;
    if (!after)
      return this.batch(road, { day: And(MoreThanOrEqual(from), LessThanOrEqual(to)) }, narrowing, size);
    const { day } = after;
    const ofDay = road && { ...road, terms: { ...road.terms, day } };
    const rest = await this.batch(ofDay, { id: idsOf(EVERY, after, oldestFirst) }, narrowing, size);
    if (rest.length === size) return rest;
    const days = oldestFirst
      ? And(MoreThan(day), LessThanOrEqual(to))
      : And(MoreThanOrEqual(from), LessThan(day));
    return [...rest, ...(await this.batch(road, { day: days }, narrowing, size - rest.length))];
  }

  private batch(
    road: Road | undefined,
    within: FindOptionsWhere<Message>,
    { oldestFirst }: Narrowing,
    size: number,
  ): Promise<Looked[]> {
    const direction = oldestFirst ? 'ASC' : 'DESC';
    const query = this.database.read.createQueryBuilder(Message, 'message').where(within).limit(size);
    if (road) query.useIndex(road.index);
    const terms = Object.entries(road?.terms ?? {});
    for (const [column, value] of terms) {
      query.andWhere(this.equal(`message.${column}`, column), { [column]: value });
      query.addOrderBy(`message.${column}`, direction);
    }
    if (within.day) query.addOrderBy('message.day', direction);
    return rowsOf(Message, query.addOrderBy('message.id', direction), LOOKED_AT);
  }

  /**
   * MariaDB would take a term with `=` from the index alone, and walk from its newest message to the ids that are asked
   * for; of SQLite's range, only the last part may be less than equal.
   */
  private equal(column: string, parameter: string): string {
    if (this.database.engine === 'sqlite') return `${column} = :${parameter}`;
    return `${column} >= :${parameter} AND ${column} <= :${parameter}`;
  }

  private async spanOf({ from, to, oldestFirst }: Narrowing, cursor: number | undefined): Promise<Span> {
    const least = from && (await this.firstIdSince(addSeconds(this.calendar.startOf(from), -SKEW_SECONDS)));
    const end = to && this.calendar.endOf(to);
    const before = end && (await this.firstIdSince(addSeconds(end, SKEW_SECONDS)));
    const [start, stop] = [least || EVERY[0], before || EVERY[1]];
    if (cursor === undefined) return [start, stop];
    return oldestFirst ? [Math.max(start, cursor + 1), stop] : [start, Math.min(stop, cursor)];
  }

  /** Found by halving: no index has the moments of all accounts, and ids are as good as in their order. */
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

/** The next on a road until there are enough, or it was gone along far enough. */
async function look(
  walk: Walk,
  narrowing: Narrowing,
  wanted: number,
): Promise<{ found: Looked[]; left?: Looked }> {
  const found: Looked[] = [];
  let last: Looked | undefined;
  for (
    let looked = 0, size = Math.min(wanted, BATCH_MAX);
    ;
    size = Math.min(BATCH_MAX, size * GROWTH, LOOKED_MAX - looked)
  ) {
    if (looked > 0) await turn();
    const batch = await walk(last, size);
    found.push(...batch.filter((message) => fits(message, narrowing)));
    last = batch.at(-1);
    if (found.length >= wanted || !last || batch.length < size) return { found: found.slice(0, wanted) };
    looked += batch.length;
    if (looked >= LOOKED_MAX) return { found, left: last };
  }
}

/** As the roads have them. */
function orderOf(roads: readonly (Road | undefined)[], { oldestFirst }: Narrowing) {
  const order = oldestFirst ? 1 : -1;
  const isByDay = roads.some((road) => road?.isByDay);
  return (one: Place, other: Place) => {
    if (isByDay && one.day !== other.day) return one.day < other.day ? -order : order;
    return order * (one.id - other.id);
  };
}

/** Those of a span that lie beyond a message. */
function idsOf([start, end]: Span, after: Place | undefined, oldestFirst?: boolean) {
  const least = after && oldestFirst ? after.id + 1 : start;
  const before = after && !oldestFirst ? after.id : end;
  return And(MoreThanOrEqual(least), LessThan(before));
}

/** Whether a message is of the list, wherever it was come across. */
function fits(message: Looked, narrowing: Narrowing): boolean {
  const { userId, livemode, statuses, from, to, key, brand, reason, device, prefix } = narrowing;
  const { day } = message;
  const equal = [
    [userId, message.userId],
    [livemode, message.livemode],
    [key, message.apiKeyId],
    [brand, message.companyName],
    [reason, reasonOf(message)],
    [device, message.deviceId],
    [prefix, prefixOf(message.recipientMasked)],
  ];
  return (
    statuses.includes(message.status) &&
    day >= (from ?? day) &&
    day <= (to ?? day) &&
    equal.every(([asked, its]) => asked === undefined || asked === its)
  );
}
