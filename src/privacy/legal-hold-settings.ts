import { Injectable } from '@nestjs/common';
import { Audit, type UserActor } from '../operations/audit/index.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import type { LegalHoldDto, LegalHoldView } from './privacy.dto.js';
import { LegalHold } from './records/index.js';

@Injectable()
export class LegalHoldSettings {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly audit: Audit,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Fails with `not_found`. */
  async view(userId: number): Promise<LegalHoldView> {
    orNotFound(await this.users.findAccount(userId));
    const hold = await this.database.read.findOneBy(LegalHold, { userId });
    return {
      active: hold !== null,
      reason: hold?.reason ?? null,
      ...this.calendar.fields('created_at', hold?.createdAt ?? null),
    };
  }

  /** A second hold replaces the reason. Fails with `not_found`, and with `parameter_missing` without a reason. */
  async set(actor: UserActor, userId: number, { active, reason }: LegalHoldDto): Promise<LegalHoldView> {
    orNotFound(await this.users.findAccount(userId));
    if (active && reason === undefined)
      throw new AppError('parameter_missing', { body: { fields: ['reason'] } });
    await this.database.tx(async (tx) => {
      const { affected } = await tx.delete(LegalHold, { userId });
      if (active) {
        const row = { userId, reason: reason ?? '', createdBy: actor.userId, createdAt: this.clock.now() };
        await tx.insert(LegalHold, row);
        await this.audit.record(tx, actor, 'privacy.legal_hold', `user:${userId}`, { reason: row.reason });
      } else if (affected) {
        await this.audit.record(tx, actor, 'privacy.legal_release', `user:${userId}`);
      }
    });
    return this.view(userId);
  }
}
