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
  HistoryPage,
  HistoryQuery,
  Stats,
  StatsDay,
} from './history.dto.js';
import { hasFacets } from './index-scans.rules.js';
import { MessageLists, statusesOf } from './message-lists.js';
import { median, MessageReader, NO_COUNTS, type Owner, sum } from './message-reader.js';
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
    return this.list(owner, query, { statuses: statusesOf(query) }) as Promise<HistoryPage>;
  }

  /** Like {@link page}, with pending messages on request. With facets there is no total. */
  async accountPage(owner: Owner, query: AccountHistoryQuery): Promise<AccountHistoryPage> {
    const statuses = statusesOf(query);
    const oldestFirst = query.sort === 'oldest';
    if (!hasFacets(query))
      return { ...this.pageOf(query), ...(await this.list(owner, query, { statuses, oldestFirst })) };
    const { key, brand, reason, prefix, from, to, cursor, limit } = query;
    const filter = { ...owner, key, brand, reason, prefix, statuses, from, to, oldestFirst };
    const found = await this.filtered.page(filter, cursor, limit);
    return { ...this.pageOf(query, found), items: found.rows.map((row) => this.item(row)) };
  }

  /** The fields of a page besides its items, without a total. `filtered`: the page of a list with facets. */
  pageOf({ page, limit }: PageQuery, filtered?: FilteredPage) {
    return {
      total: null,
      page,
      limit,
      next_cursor: filtered?.nextCursor ?? null,
      ...this.calendar.fields('searched_until', filtered?.searchedUntil ?? null),
      found: filtered?.found?.count ?? null,
      found_more: filtered?.found?.hasMore ?? false,
    };
  }

  private async list(
    owner: Owner,
    { page, limit, offset, from, to, cursor }: HistoryQuery | AccountHistoryQuery,
    which: { statuses: readonly Status[]; oldestFirst?: boolean },
  ) {
    const start = cursor ? { after: await this.lists.placeOf(cursor) } : { offset };
    const { rows, total } = await this.lists.of({ ...owner, ...which, from, to }, start, limit + 1);
    const items = rows.slice(0, limit).map((row) => this.item(row));
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
    const lastDays = this.calendar.lastDays(this.clock.now(), days);
    const daily = lastDays.map((day) => byDay.get(day) ?? { day, ...NO_COUNTS });
    return {
      ...this.totals(counters),
      daily,
      delivery_rate: deliveryRate(daily),
      median_delivery_seconds: median(await this.messages.deliverySeconds(owner, daily[0]?.day ?? '')),
    };
  }

  private totals(counters: StatsDay[]): Stats {
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

/** The share of all messages with a known outcome, as on every page of the dashboard. */
function deliveryRate(days: StatsDay[]): number | null {
  const { sent, delivered, failed } = sum(days);
  const all = sent + delivered + failed;
  return all > 0 ? delivered / all : null;
}
