import { Injectable } from '@nestjs/common';
import { type Message, messageFields, messageIdsOf, reasonOf, type Status } from '../otp/index.js';
import { nextCursor, type PageQuery } from '../platform/http/request-fields.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { FilteredLists, type FilteredPage } from './filtered-lists.js';
import type {
  AccountHistoryPage,
  AccountHistoryQuery,
  AccountStats,
  FoundMessage,
  HistoryItem,
  HistoryPage,
  HistoryQuery,
  Stats,
} from './history.dto.js';
import { hasFacets } from './index-scans.rules.js';
import { MessageLists, statusesOf } from './message-lists.js';
import { type DayCounts, median, MessageReader, type Owner, sum } from './message-reader.js';
import type { FoundAccountMessages, FoundMessages, MessageSearchDto } from './message-search.dto.js';
import { MessageSearch, type Whose } from './message-search.js';

@Injectable()
export class HistoryService {
  constructor(
    private readonly messages: MessageReader,
    private readonly lists: MessageLists,
    private readonly filtered: FilteredLists,
    private readonly searches: MessageSearch,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Newest first; the total comes from counters, so a long history costs no more than a short one. */
  page(owner: Owner, query: HistoryQuery): Promise<HistoryPage> {
    return this.list(owner, query, { statuses: statusesOf(query) }, (row) => this.item(row) as HistoryItem);
  }

  /** Like {@link page}, with pending messages on request; facets turn the total off. */
  async accountPage(owner: Owner, query: AccountHistoryQuery): Promise<AccountHistoryPage> {
    const statuses = statusesOf(query);
    const oldestFirst = query.sort === 'oldest';
    if (!hasFacets(query)) {
      const page = await this.list(owner, query, { statuses, oldestFirst }, (row) => this.item(row));
      return { ...page, ...this.calendar.fields('searched_until', null), found: null, found_more: false };
    }
    const { key, brand, reason, prefix, from, to, cursor, limit } = query;
    const filter = { ...owner, key, brand, reason, prefix, statuses, from, to, oldestFirst };
    const found = await this.filtered.page(filter, cursor, limit);
    return { ...this.pageOf(query, found), items: found.rows.map((row) => this.item(row)) };
  }

  /** The fields around the items of a list without a total. */
  pageOf({ page, limit }: PageQuery, { nextCursor: next_cursor, searchedUntil, found }: FilteredPage) {
    return {
      total: null,
      page,
      limit,
      next_cursor,
      ...this.calendar.fields('searched_until', searchedUntil),
      found: found?.count ?? null,
      found_more: found?.hasMore ?? false,
    };
  }

  private async list<Item extends { id: number }>(
    owner: Owner,
    { page, limit, offset, from, to, cursor }: HistoryQuery | AccountHistoryQuery,
    which: { statuses: readonly Status[]; oldestFirst?: boolean },
    itemOf: (message: Message) => Item,
  ) {
    const start = cursor ? { after: await this.lists.placeOf(cursor) } : { offset };
    const { rows, total } = await this.lists.of(owner, { ...which, from, to }, start, limit + 1);
    const items = rows.slice(0, limit).map(itemOf);
    return { total, page, limit, items, next_cursor: nextCursor(rows, limit) };
  }

  /** Messages that match one search term, pending ones included; newest first. */
  async search(
    whose: Whose,
    search: MessageSearchDto,
  ): Promise<{ limit: number; rows: Message[]; next_cursor: number | null }> {
    const { limit } = search;
    const found = await this.searches.find(whose, search, limit + 1);
    return { limit, rows: found.slice(0, limit), next_cursor: nextCursor(found, limit) };
  }

  async searchOwn(owner: Owner, search: MessageSearchDto): Promise<FoundMessages> {
    const { rows, ...page } = await this.search(owner, search);
    return { ...page, items: rows.map((row) => this.item(row)) };
  }

  async searchAccount(userId: number, search: MessageSearchDto): Promise<FoundAccountMessages> {
    const { rows, ...page } = await this.search({ userId }, search);
    return { ...page, items: rows.map((row) => ({ ...this.item(row), livemode: row.livemode })) };
  }

  async stats(owner: Owner): Promise<Stats> {
    return this.totals(await this.messages.counters(owner));
  }

  async accountStats(owner: Owner, days: number): Promise<AccountStats> {
    const counters = await this.messages.counters(owner);
    const byDay = new Map(counters.map((counts) => [counts.day, counts]));
    const daily = this.calendar.lastDays(this.clock.now(), days).map((day) => {
      const { created = 0, sent = 0, delivered = 0, failed = 0, converted = 0 } = byDay.get(day) ?? {};
      return { day, created, sent, delivered, failed, converted };
    });
    return {
      ...this.totals(counters),
      daily,
      delivery_rate: deliveryRate(daily),
      median_delivery_seconds: median(await this.messages.deliverySeconds(owner, daily[0]?.day ?? '')),
    };
  }

  private totals(counters: DayCounts[]): Stats {
    const totals = sum(counters);
    const today = this.calendar.day(this.clock.now());
    return {
      total_sent: totals.sent + totals.delivered,
      total_failed: totals.failed,
      today_count: counters.find(({ day }) => day === today)?.created ?? 0,
      total_converted: totals.converted,
      conversion_rate: totals.created > 0 ? totals.converted / totals.created : null,
    };
  }

  item(message: Message): FoundMessage {
    return {
      id: message.id,
      ...messageFields(message),
      ...messageIdsOf(message),
      reason: reasonOf(message),
      ...this.calendar.fields('created_at', message.createdAt),
    };
  }
}

/** Of all messages with a known outcome, as every page has it. */
function deliveryRate(days: DayCounts[]): number | null {
  const { sent, delivered, failed } = sum(days);
  const all = sent + delivered + failed;
  return all > 0 ? delivered / all : null;
}
