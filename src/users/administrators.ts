import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { AppError } from '../common/errors/index.js';
import { ROLE } from '../common/principal.js';
import { AdminTurn } from './admin-turn.entity.js';
import { User } from './user.entity.js';

const THE_ROW = 1;

/** There is always an administrator who can log in. */
@Injectable()
export class Administrators {
  /**
   * Before an account may stop to be one, in the transaction that does it: nobody else takes one away until that
   * ends. Fails with `last_admin`.
   */
  async requireAnother(tx: EntityManager, id: number): Promise<void> {
    await tx.update(AdminTurn, { id: THE_ROW }, { taken: () => 'taken + 1' });
    const active = { roleId: ROLE.admin, suspendedAt: IsNull() };
    const isOne = await tx.existsBy(User, { ...active, id });
    if (isOne && !(await tx.existsBy(User, { ...active, id: Not(id) }))) throw new AppError('last_admin');
  }
}
