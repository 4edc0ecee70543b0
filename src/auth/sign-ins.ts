import { Injectable } from '@nestjs/common';
import { Audit, type SignIn } from '../operations/audit/index.js';
import type { Caller } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import type { User } from '../users/index.js';

/** Attempts to be let in, of which those that are refused are noted too. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** `user` is whose account it is about, if anybody's. Notes the code of a refusal, for unknown names at the same cost. */
  async attempt<T>(
    caller: Caller,
    user: User | null,
    how: SignIn['how'],
    enter: () => Promise<T>,
  ): Promise<T> {
    try {
      return await enter();
    } catch (error) {
      // What is no fault of the caller's is no refusal, nor is the question for the second factor.
      if (error instanceof AppError && error.spec.status < 500 && error.code !== 'second_factor_required') {
        const refused = { how, reason: error.code };
        await this.database.tx((tx) =>
          this.audit.signIn(tx, caller, 'signin.failed', user?.id ?? null, refused),
        );
      }
      throw error;
    }
  }
}
