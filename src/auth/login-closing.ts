import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deleteByKey } from '../platform/database/index.js';
import { EmailChange, LoginAddress, LoginSession } from './auth.entities.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordResetService } from './password-reset.service.js';
import { removeSecondFactor } from './second-factor/remove-second-factor.js';

/** Deletes everything by which somebody logs in: sessions, second factor, mailed links and known addresses. */
@Injectable()
export class LoginClosing {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly throttle: LoginThrottle,
  ) {}

  async close(tx: EntityManager, userId: number): Promise<void> {
    await deleteByKey(tx, LoginSession, 'id', { userId });
    await removeSecondFactor(tx, userId);
    await this.resets.endLinks(tx, userId);
    await this.throttle.unlock(tx, userId);
    await tx.delete(LoginAddress, { userId });
    await tx.delete(EmailChange, { userId });
  }
}
