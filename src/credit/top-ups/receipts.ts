import { Injectable } from '@nestjs/common';
import { contactSql } from '../../platform/access/contact-sql.js';
import { Database } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { CreditEntry } from '../credit.entities.js';
import { SIGNUP_NOTE } from '../credit.service.js';
import { TopUpGuides } from './top-up-guides.js';
import type { ReceiptView } from './top-ups.dto.js';

const DIGITS = 6;

/** Receipts of top-ups, but not of the sign-up credit. */
@Injectable()
export class Receipts {
  constructor(
    private readonly database: Database,
    private readonly guides: TopUpGuides,
    private readonly calendar: Calendar,
  ) {}

  /** Fails with `not_found`. */
  async of(userId: number, entryId: number): Promise<ReceiptView> {
    const entry = await this.database.read.findOneBy(CreditEntry, { id: entryId, userId, kind: 'topup' });
    if (!entry || entry.note === SIGNUP_NOTE) throw new AppError('not_found');
    // The users module depends on this one, so this reads its table.
    const [user] = await this.database.read.query<{ username: string; name: string; email: string }[]>(
      // Not by JOIN: TiDB takes no subquery in ON.
      `SELECT u.username, u.name, c.email FROM users u, users c
        WHERE u.id = ? AND c.id = ${contactSql('u.id')}`,
      [userId],
    );
    const { username, name, email } = orNotFound(user);
    const { operator_name, operator_address } = await this.guides.view();
    const paid = this.calendar.fields('paid_at', entry.createdAt);
    return {
      number: `TU-${paid.paid_at.slice(0, 4)}-${String(entry.id).padStart(DIGITS, '0')}`,
      amount: entry.amount,
      currency: 'IDR',
      note: entry.note,
      ...paid,
      account: { username, name, email },
      operator_name,
      operator_address,
    };
  }
}
