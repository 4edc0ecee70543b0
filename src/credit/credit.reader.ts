import { Injectable } from '@nestjs/common';
import { Calendar } from '../common/calendar.js';
import { Database } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import type { PageQuery } from '../common/page.js';
import { CreditEntry } from './credit-entry.entity.js';
import type { CreditEntryPage, CreditView } from './credit.dto.js';
import { Credit } from './credit.service.js';

/** Balance and ledger as their owner sees them. */
@Injectable()
export class CreditReader {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly calendar: Calendar,
  ) {}

  async view(userId: number): Promise<CreditView> {
    const balance = await this.credit.balanceOf(userId);
    if (balance === undefined) throw new AppError('not_found');
    return { credit_balance: balance, currency: 'IDR', rate: '1 IDR = 1 credit' };
  }

  /** Newest first. */
  async entries(userId: number, { page, limit, offset }: PageQuery): Promise<CreditEntryPage> {
    const [rows, total] = await this.database.read.findAndCount(CreditEntry, {
      where: { userId },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
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
}
