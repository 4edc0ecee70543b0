import { Injectable } from '@nestjs/common';
import { Audit, type SignIn } from '../operations/audit/index.js';
import type { Caller } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { type User, UsersService } from '../users/index.js';

/** Logs failed attempts to log in. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly audit: Audit,
  ) {}

  /** Logs the error code of a rejection; unknown names cost the same. */
  async attempt<T>(
    caller: Caller,
    user: User | null,
    how: SignIn['how'],
    enter: () => Promise<T>,
  ): Promise<T> {
    try {
      return await enter();
    } catch (error) {
      // Server errors and the request for the second factor are no rejections.
      if (error instanceof AppError && error.spec.status < 500 && error.code !== 'second_factor_required') {
        const refused = { how, reason: error.code };
        const who = user && (await this.users.actorOf(caller, user));
        await this.database.tx((tx) => this.audit.signIn(tx, caller, 'signin.failed', who, refused));
      }
      throw error;
    }
  }
}
