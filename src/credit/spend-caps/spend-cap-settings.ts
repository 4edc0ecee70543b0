import { Injectable } from '@nestjs/common';
import { Audit } from '../../operations/audit/index.js';
import type { SessionActor } from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { Confirmation } from '../../platform/security/confirmation.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { CreditBalance } from '../credit.entities.js';
import { spentSince } from '../spending.js';
import type { SpendCapDto, SpendCapView } from './spend-caps.dto.js';

@Injectable()
export class SpendCapSettings {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  /** Fails with `not_found`. */
  async view(userId: number): Promise<SpendCapView> {
    const now = this.clock.now();
    const found = await this.database.read
      .createQueryBuilder(CreditBalance, 'account')
      .select('account.spendCap', 'cap')
      .addSelect(spentSince(this.database, 'start'), 'spent')
      .where({ userId })
      .setParameters({ start: this.calendar.startOf(this.calendar.day(now)) })
      .getRawOne<{ cap: number | string | null; spent: number | string }>();
    const { cap, spent } = orNotFound(found);
    return {
      spend_cap: cap === null ? null : Number(cap),
      spent_today: Number(spent),
      ...this.calendar.fields('resets_at', this.calendar.endOfDay(now)),
    };
  }

  /** Fails with `not_found` and those of {@link Confirmation}. */
  async set(
    actor: SessionActor,
    userId: number,
    { spend_cap, current_password }: SpendCapDto,
    by: 'owner' | 'administrator',
  ): Promise<SpendCapView> {
    await this.confirmation.require(actor, current_password);
    await this.database.tx(async (tx) => {
      const { affected } = await tx.update(CreditBalance, { userId }, { spendCap: spend_cap });
      if (affected !== 1) throw new AppError('not_found');
      if (by === 'owner')
        await this.audit.recordOwn(tx, actor, 'account.spend_cap', `user:${userId}`, { spend_cap });
      else await this.audit.record(tx, actor, 'user.spend_cap', `user:${userId}`, { spend_cap });
    });
    return this.view(userId);
  }
}
