import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { accountContact, namesOf } from '../account-contact.js';
import { CreditEntry } from '../credit.entities.js';
import { SIGNUP_NOTE } from '../credit.service.js';
import { requestStatusOf, type TopUpRequest } from './top-up.entities.js';
import { TopUpGuides } from './top-up-guides.js';
import type { AdminTopUpRequestView, ReceiptView, TopUpRequestView } from './top-ups.dto.js';

const DIGITS = 6;

/** Top-up requests and receipts as they are shown. */
@Injectable()
export class TopUpViews {
  constructor(
    private readonly database: Database,
    private readonly guides: TopUpGuides,
    private readonly calendar: Calendar,
  ) {}

  own(request: TopUpRequest): TopUpRequestView {
    const { id, amount, sender, note, reason, entryId, hasPayment, createdAt, decidedAt } = request;
    return {
      id,
      amount,
      sender,
      note,
      status: requestStatusOf(request),
      reason,
      entry_id: entryId,
      has_payment: hasPayment,
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('decided_at', decidedAt),
    };
  }

  /** For administrators, with usernames. */
  async all(requests: readonly TopUpRequest[]): Promise<AdminTopUpRequestView[]> {
    const users = await namesOf(
      this.database.read,
      requests.map(({ userId }) => userId),
    );
    return requests.map((request) => {
      const { username = '', name = '' } = users.get(request.userId) ?? {};
      return { ...this.own(request), user_id: request.userId, username, name };
    });
  }

  /** The receipt of a top-up; the sign-up credit has none. Fails with `not_found`. */
  async receipt(userId: number, entryId: number): Promise<ReceiptView> {
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
