import { Injectable } from '@nestjs/common';
import { Calendar } from '../common/time/calendar.js';
import { Clock } from '../common/time/clock.js';
import { correlationOf, type Message, reasonOf, type SettledStatus, type Status } from '../otp/index.js';
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
import { median } from './median.js';
import { MessageLists, statusesOf } from './message-lists.js';
import { type DayCounts, MessageReader, type Owner, sum } from './message-reader.js';
import type { FoundMessages, MessageSearchDto } from './message-search.dto.js';
import { MessageSearch, type Whose } from './message-search.js';

@Injectable()
export class HistoryService {
  constructor(
    private readonly messages: MessageReader,
    private readonly lists: MessageLists,
    private readonly searches: MessageSearch,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Newest first; the total comes from counters, so a long history costs no more than a short one. */
  page(owner: Owner, query: HistoryQuery): Promise<HistoryPage> {
    return this.list(owner, query, statusesOf(query), (row) => this.item(row));
  }

  /** As {@link page}; pending ones too where they are asked for. */
  accountPage(owner: Owner, query: AccountHistoryQuery): Promise<AccountHistoryPage> {
    return this.list(owner, query, statusesOf(query), (row) => this.found(row));
  }

  private async list<Item extends { id: number }>(
    owner: Owner,
    { page, limit, offset, from, to, cursor }: HistoryQuery | AccountHistoryQuery,
    statuses: readonly Status[],
    itemOf: (message: Message) => Item,
  ) {
    const start = cursor ? { after: await this.lists.placeOf(cursor) } : { offset };
    // One row more than asked tells whether a next page exists.
    const { rows, total } = await this.lists.of(owner, { statuses, from, to }, start, limit + 1);
    const items = rows.slice(0, limit).map(itemOf);
    const next_cursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
    return { total, page, limit, items, next_cursor };
  }

  /** Messages of whoever, as one thing that is known of them finds them, pending ones too; newest first. */
  async search<Item extends { id: number }>(
    whose: Whose,
    search: MessageSearchDto,
    itemOf: (message: Message) => Item,
  ): Promise<{ limit: number; items: Item[]; next_cursor: number | null }> {
    const { limit } = search;
    // One row more than asked tells whether a next page exists.
    const rows = await this.searches.find(whose, search, limit + 1);
    const items = rows.slice(0, limit).map(itemOf);
    return { limit, items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  /** Of one mode. */
  searchOwn(owner: Owner, search: MessageSearchDto): Promise<FoundMessages> {
    return this.search(owner, search, (row) => this.found(row));
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

  found(message: Message): FoundMessage {
    return { ...this.item(message), status: message.status };
  }

  item(message: Message): HistoryItem {
    return {
      id: message.id,
      message_id: message.gatewayMessageId,
      ...correlationOf(message),
      recipient: message.recipientMasked,
      company_name: message.companyName,
      status: message.status as SettledStatus,
      reason: reasonOf(message),
      credit_used: message.creditUsed,
      created_at: this.calendar.format(message.createdAt),
    };
  }
}

function deliveryRate(days: DayCounts[]): number | null {
  const { sent, delivered, failed } = sum(days);
  const settled = sent + delivered + failed;
  return settled > 0 ? delivered / settled : null;
}
