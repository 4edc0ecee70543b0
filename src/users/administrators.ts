import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOperator, IsNull, Not } from 'typeorm';
import { type Actor, Audit } from '../operations/audit/index.js';
import type { AccountRow } from '../platform/access/permissions.rules.js';
import { ROLE } from '../platform/access/principal.js';
import type { AdminRole } from '../platform/access/roles.rules.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { AdminLock, User } from './user.entities.js';
import { UsersService } from './users.service.js';

const THE_ROW = 1;

/** SQL for the account that a row belongs to. */
const ACCOUNT_OF = {
  user: 'SELECT id AS user_id FROM users WHERE id = ?',
  top_up_request: 'SELECT user_id FROM top_up_requests WHERE id = ?',
  price: 'SELECT user_id FROM prices WHERE id = ?',
  fraud_block: 'SELECT user_id FROM fraud_blocks WHERE id = ?',
} as const satisfies Record<AccountRow, string>;

/** Keeps at least one active operator among the administrators. */
@Injectable()
export class Administrators {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly audit: Audit,
  ) {}

  /** Gives an account another role, and ends its tokens. Fails with `last_admin`. */
  async setRole(
    tx: EntityManager,
    actor: Actor,
    id: number,
    { roleId, adminRole }: { roleId: number; adminRole: AdminRole },
    more: object = {},
  ): Promise<void> {
    const isAdmin = roleId === ROLE.admin;
    if (!isAdmin || adminRole !== 'operator') await this.requireAnother(tx, id);
    await tx.update(User, { id }, { roleId, adminRole: isAdmin ? adminRole : null });
    await this.users.endTokens(tx, id);
    const role = { role_id: roleId, ...(isAdmin ? { admin_role: adminRole } : {}) };
    await this.audit.record(tx, actor, 'user.role', `user:${id}`, { ...role, ...more });
  }

  /** Fails with `forbidden` if the row belongs to an administrator's account, or to no single account. */
  async requireOther(row: AccountRow, id: number): Promise<void> {
    const { read } = this.database;
    const [found] = await read.query<{ user_id: number }[]>(ACCOUNT_OF[row], [id]);
    const ofOther = { id: found?.user_id, roleId: Not(ROLE.admin) };
    if (found && !(await read.existsBy(User, ofOther))) throw new AppError('forbidden');
  }

  /**
   * Call it before an operator loses the role or is suspended, in the same transaction. Concurrent calls wait. Fails
   * with `last_admin`.
   */
  async requireAnother(tx: EntityManager, id: number): Promise<void> {
    await tx.update(AdminLock, { id: THE_ROW }, { taken: () => 'taken + 1' });
    const operators = (which: { id: number | FindOperator<number> }) => {
      const active = { ...which, roleId: ROLE.admin, suspendedAt: IsNull() };
      return [
        { ...active, adminRole: IsNull() },
        { ...active, adminRole: 'operator' as const },
      ];
    };
    const isOne = await tx.existsBy(User, operators({ id }));
    if (isOne && !(await tx.existsBy(User, operators({ id: Not(id) })))) throw new AppError('last_admin');
  }
}
