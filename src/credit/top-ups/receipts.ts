import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { accountContact } from '../account-contact.js';
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
    const { username, name, email } = await accountContact(this.database.read, userId);
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
