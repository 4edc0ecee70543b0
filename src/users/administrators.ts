import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { type Actor, Audit } from '../operations/audit/index.js';
import { ROLE } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { AdminLock, User } from './user.entity.js';
import { UsersService } from './users.service.js';

const THE_ROW = 1;

/** Keeps at least one active administrator. */
@Injectable()
export class Administrators {
  constructor(
    private readonly users: UsersService,
    private readonly audit: Audit,
  ) {}

  /** Gives an account another role, and ends its tokens. Fails with `last_admin`. */
  async setRole(
    tx: EntityManager,
    actor: Actor,
    id: number,
    roleId: number,
    more: object = {},
  ): Promise<void> {
    if (roleId !== ROLE.admin) await this.requireAnother(tx, id);
    await tx.update(User, { id }, { roleId });
    await this.users.endTokens(tx, id);
    await this.audit.record(tx, actor, 'user.role', `user:${id}`, { role_id: roleId, ...more });
  }

  /**
   * Call it before an account loses the role or is suspended, in the same transaction; others wait. Fails with
   * `last_admin`.
   */
  async requireAnother(tx: EntityManager, id: number): Promise<void> {
    await tx.update(AdminLock, { id: THE_ROW }, { taken: () => 'taken + 1' });
    const active = { roleId: ROLE.admin, suspendedAt: IsNull() };
    const isOne = await tx.existsBy(User, { ...active, id });
    if (isOne && !(await tx.existsBy(User, { ...active, id: Not(id) }))) throw new AppError('last_admin');
  }
}
