import { Injectable } from '@nestjs/common';
import { Audit } from '../../operations/audit/index.js';
import type { SessionActor } from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { UsersService } from '../../users/index.js';
import { PasswordConfirmation } from '../password-confirmation.js';
import { removeSecondFactor } from './remove-second-factor.js';
import type { AdminSecondFactorView } from './second-factor.dto.js';
import { SecondFactors } from './second-factors.service.js';

/** Administrators remove the second factor of users who lost phone and recovery codes. */
@Injectable()
export class SecondFactorRemoval {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly users: UsersService,
    private readonly ownPassword: PasswordConfirmation,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  async view(userId: number): Promise<AdminSecondFactorView> {
    await this.requireUser(userId);
    return { enabled: await this.secondFactors.isOn(userId) };
  }

  /** Ends every token of the account too: the lost phone may be logged in. */
  async remove(actor: SessionActor, userId: number, currentPassword: string | undefined): Promise<void> {
    if (actor.userId === userId) throw new AppError('own_account');
    await this.requireUser(userId);
    await this.ownPassword.require(actor, currentPassword);
    await this.database.tx(async (tx) => {
      if (!(await removeSecondFactor(tx, userId))) throw new AppError('second_factor_disabled');
      await this.users.endTokens(tx, userId);
      await this.audit.record(tx, actor, 'user.remove_second_factor', `user:${userId}`);
    });
  }

  private async requireUser(userId: number): Promise<void> {
    if (!(await this.users.find(userId))) throw new AppError('not_found');
  }
}
