import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/index.js';
import { orNotFound } from '../platform/errors/index.js';
import { Calendar } from '../platform/time/calendar.js';
import type {
  AccountCreditView,
  CreditEntryItem,
  CreditEntryPage,
  CreditView,
  LedgerPageQuery,
} from './credit.dto.js';
import { CREDIT_KINDS, CreditBalance, CreditEntry } from './credit.entities.js';
import { EntryLists, NARROWED_MAX } from './entry-lists.js';
import { isNarrowed } from './ledger-filter.rules.js';
import { MessageColumnsReader } from './message-columns.js';
import { Runways } from './runway.js';
import { TopUpRequests } from './top-ups/top-up-requests.js';

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
    return { total, page, limit, items: await this.items(rows), capped };
  }

  async items(rows: readonly CreditEntry[]): Promise<CreditEntryItem[]> {
    const topUps = rows.filter(({ kind }) => kind === 'topup').map(({ id }) => id);
    const [requests, messages] = await Promise.all([
      this.requests.ofEntries(topUps),
      this.messages.of(rows.flatMap(({ messageId }) => messageId ?? [])),
    ]);
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
  private rowsOf(userId: number, offset: number, limit: number): Promise<CreditEntry[]> {
    return this.database.read
      .createQueryBuilder(CreditEntry, 'entry')
      .innerJoin(
        (page) =>
          page
            .select('own.id', 'id')
            .from(CreditEntry, 'own')
            .where('own.userId = :userId', { userId })
            .orderBy('own.id', 'DESC')
            .offset(offset)
            .limit(limit),
        'page',
        'page.id = entry.id',
      )
      .orderBy('entry.id', 'DESC')
      .getMany();
  }

  private async account(userId: number): Promise<CreditBalance> {
    return orNotFound(await this.database.read.findOneBy(CreditBalance, { userId }));
  }
}

function viewOf({ balance }: CreditBalance): CreditView {
  return { credit_balance: balance, currency: 'IDR', rate: '1 IDR = 1 credit' };
}
