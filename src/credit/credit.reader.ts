import { Injectable } from '@nestjs/common';
import { Database } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import type { PageQuery } from '../common/http/page.js';
import { Calendar } from '../common/time/calendar.js';
import type { AccountCreditView, CreditEntryPage, CreditView } from './credit.dto.js';
import { CreditBalance } from './credit-balance.entity.js';
import { CREDIT_KINDS, CreditEntry } from './credit-entry.entity.js';

/** Balance and ledger as their owner sees them. */
@Injectable()
export class CreditReader {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  async view(userId: number): Promise<CreditView> {
    return viewOf(await this.account(userId));
  }

  async accountView(userId: number): Promise<AccountCreditView> {
    const account = await this.account(userId);
    return { ...viewOf(account), low_threshold: account.lowThreshold };
  }

  /** What a message cost, and what of it came back; oldest first. */
  entriesOf(messageId: number): Promise<CreditEntry[]> {
    return this.database.read.find(CreditEntry, {
      where: { messageId },
      order: { id: 'ASC' },
      take: CREDIT_KINDS.length,
    });
  }

  /** Newest first. */
  async entries(userId: number, { page, limit, offset }: PageQuery): Promise<CreditEntryPage> {
    const { entryCount: total } = await this.account(userId);
    const rows = offset < total ? await this.rowsOf(userId, offset, limit) : [];
    const items = rows.map(({ id, amount, balanceAfter, kind, messageId, note, createdAt }) => ({
      id,
      amount,
      balance_after: balanceAfter,
      kind,
      message_id: messageId,
      note,
      created_at: this.calendar.format(createdAt),
    }));
    return { total, page, limit, items };
  }

  /** Their ids first, from the index alone: only the page's own rows are read, not those before it. */
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
    const account = await this.database.read.findOneBy(CreditBalance, { userId });
    if (!account) throw new AppError('not_found');
    return account;
  }
}

function viewOf({ balance }: CreditBalance): CreditView {
  return { credit_balance: balance, currency: 'IDR', rate: '1 IDR = 1 credit' };
}
