import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { csvOf } from '../platform/text/csv.js';
import { Calendar } from '../platform/time/calendar.js';
import type {
  AccountCreditView,
  CreditEntryItem,
  CreditEntryPage,
  CreditView,
  LedgerPageQuery,
  LedgerQuery,
} from './credit.dto.js';
import { CREDIT_KINDS, CreditBalance, CreditEntry } from './credit.entities.js';
import { EntryLists, NARROWED_MAX } from './entry-lists.js';
import { isNarrowed } from './ledger-filter.rules.js';
import { type MessageColumns, MessageColumnsReader } from './message-columns.js';
import { Runways } from './runway.js';
import { TopUpRequests } from './top-ups/top-up-requests.js';

const BATCH = 200;

/**
 * Columns of the CSV file. New ones are added at the end. Those from `reference` on are the ones of the history's file.
 */
const COLUMNS = [
  'id',
  'created_at',
  'kind',
  'amount',
  'balance_after',
  'message_id',
  'note',
  'top_up_request_id',
  'reference',
  'api_key',
  'mode',
  'delivered_at',
] as const;

@Injectable()
export class CreditReader {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
    private readonly lists: EntryLists,
    private readonly runways: Runways,
    private readonly requests: TopUpRequests,
    private readonly messages: MessageColumnsReader,
  ) {}

  async view(userId: number): Promise<CreditView> {
    return viewOf(await this.account(userId));
  }

  async accountView(userId: number): Promise<AccountCreditView> {
    const account = await this.account(userId);
    const runway = await this.runways.of(account);
    const spending = runway && {
      days: runway.days,
      credits: runway.credits,
      lasts_days: runway.lastsDays,
    };
    const { lowThreshold, lowRunwayDays } = account;
    return { ...viewOf(account), low_threshold: lowThreshold, low_runway_days: lowRunwayDays, spending };
  }

  /** Ledger lines of a message, oldest first. */
  entriesOf(messageId: number): Promise<CreditEntry[]> {
    return this.database.read.find(CreditEntry, {
      where: { messageId },
      order: { id: 'ASC' },
      take: CREDIT_KINDS.length,
    });
  }

  /** Newest first. */
  async entries(userId: number, query: LedgerPageQuery): Promise<CreditEntryPage> {
    const { page, limit, offset } = query;
    const { entryCount } = await this.account(userId);
    const found = isNarrowed(query) ? await this.lists.count(userId, query) : entryCount;
    const capped = isNarrowed(query) && found > NARROWED_MAX;
    const total = capped ? NARROWED_MAX : found;
    const size = Math.min(limit, total - offset);
    if (size <= 0) return { total, page, limit, items: [], capped };
    const rows = isNarrowed(query)
      ? await this.lists.rows(userId, query, { offset }, size)
      : await this.rowsOf(userId, offset, limit);
    return { total, page, limit, items: await this.items(rows, await this.messagesOf(rows)), capped };
  }

  private messagesOf(rows: readonly CreditEntry[]): Promise<Map<number, MessageColumns>> {
    return this.messages.of(rows.flatMap(({ messageId }) => messageId ?? []));
  }

  private async items(
    rows: readonly CreditEntry[],
    messages: ReadonlyMap<number, MessageColumns>,
  ): Promise<CreditEntryItem[]> {
    const topUps = rows.filter(({ kind }) => kind === 'topup').map(({ id }) => id);
    const requests = await this.requests.ofEntries(topUps);
    return rows.map(({ id, amount, balanceAfter, kind, messageId, note, createdAt }) => ({
      id,
      amount,
      balance_after: balanceAfter,
      kind,
      message_id: messageId,
      reference: messages.get(messageId ?? 0)?.reference ?? null,
      recipient: messages.get(messageId ?? 0)?.recipient ?? null,
      note,
      top_up_request_id: requests.get(id) ?? null,
      ...this.calendar.fields('created_at', createdAt),
    }));
  }

  /** Reads ids from the index first, then only the rows of the page. */
  private async rowsOf(userId: number, offset: number, limit: number): Promise<CreditEntry[]> {
    const page = await this.database.read.find(CreditEntry, {
      select: { id: true },
      where: { userId },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const id = In(page.map((row) => row.id));
    return this.database.read.find(CreditEntry, { where: { id }, order: { id: 'DESC' } });
  }

  /** The whole ledger as CSV, newest first. */
  csv(userId: number, query: LedgerQuery): Readable {
    return csvOf(COLUMNS, this.batches(userId, query));
  }

  private async *batches(userId: number, query: LedgerQuery) {
    let after: CreditEntry | undefined;
    for (;;) {
      const rows = await this.lists.rows(userId, query, after ? { after } : { offset: 0 }, BATCH);
      after = rows.at(-1);
      if (!after) return;
      yield await this.lines(rows);
    }
  }

  private async lines(rows: readonly CreditEntry[]) {
    const messages = await this.messagesOf(rows);
    const items = await this.items(rows, messages);
    return items.map((item) => {
      const message = messages.get(item.message_id ?? 0);
      return {
        ...item,
        created_at: this.calendar.formatWithOffset(new Date(item.created_at_utc)),
        api_key: message?.api_key ?? null,
        mode: message?.mode ?? null,
        delivered_at: message?.delivered_at ?? null,
      };
    });
  }

  private async account(userId: number): Promise<CreditBalance> {
    return orNotFound(await this.database.read.findOneBy(CreditBalance, { userId }));
  }
}

function viewOf({ balance }: CreditBalance): CreditView {
  return { credit_balance: balance, currency: 'IDR', rate: '1 IDR = 1 credit' };
}
