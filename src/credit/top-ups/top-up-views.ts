import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { requestStatusOf, type TopUpRequest } from './top-up.entities.js';
import type { AdminTopUpRequestView, TopUpRequestView } from './top-ups.dto.js';

@Injectable()
export class TopUpViews {
  constructor(
    private readonly database: Database,
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

  /** With usernames, from the users table: the users module depends on this one. */
  async all(requests: readonly TopUpRequest[]): Promise<AdminTopUpRequestView[]> {
    const ids = [...new Set(requests.map(({ userId }) => userId))];
    const users =
      ids.length === 0
        ? []
        : await this.database.read.query<{ id: number; username: string; name: string }[]>(
            `SELECT id, username, name FROM users WHERE id IN (${ids.map(() => '?').join(', ')})`,
            ids,
          );
    const byId = new Map(users.map((user) => [Number(user.id), user]));
    return requests.map((request) => {
      const { username = '', name = '' } = byId.get(request.userId) ?? {};
      return { ...this.own(request), user_id: request.userId, username, name };
    });
  }
}
