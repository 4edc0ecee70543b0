import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Audit } from '../../operations/audit/index.js';
import {
  IMPERSONATION_SESSION,
  ROLE,
  type SessionActor,
  type UserPrincipal,
} from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, execute, purge, upsert } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { rowIdOf } from '../../platform/ids/row-id.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { User, UsersService } from '../../users/index.js';
import { ImpersonationSession } from '../auth.entities.js';

/** Then the administrator starts again, with a new entry in the audit log. */
const VIEW_SECONDS = 1800;

/**
 * Administrators see an account as its owner does, read-only. It starts with an entry in the audit log, which the
 * owner sees too, and belongs to one session: no token of the owner exists.
 */
@Injectable()
export class ReadOnlyImpersonation {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly audit: Audit,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.purge('views of accounts', (limit) =>
      purge(
        this.database,
        ImpersonationSession,
        { where: { expiresAt: LessThanOrEqual(this.clock.now()) }, by: 'sessionId' },
        limit,
      ),
    );
  }

  /** Replaces the earlier one of the session. Fails with `not_found`, or `forbidden` for administrators' accounts. */
  async begin(actor: SessionActor, userId: number): Promise<Date> {
    const owner = orNotFound(await this.users.findAccount(userId));
    if (owner.roleId === ROLE.admin) throw new AppError('forbidden');
    const expiresAt = addSeconds(this.clock.now(), VIEW_SECONDS);
    const { sessionId, userId: adminId } = actor;
    const row = { sessionId, adminId, userId, expiresAt };
    const rest = { key: ['sessionId'], set: ['adminId', 'userId', 'expiresAt'] } as const;
    await this.database.tx(async (tx) => {
      await execute(tx, upsert(this.database.engine, ImpersonationSession, [row], rest));
      await this.audit.record(tx, actor, 'user.view', `user:${userId}`, { minutes: VIEW_SECONDS / 60 });
    });
    return expiresAt;
  }

  async end({ sessionId }: UserPrincipal, userId: number): Promise<void> {
    await this.database.tx((tx) => tx.delete(ImpersonationSession, { sessionId, userId }));
  }

  /**
   * The principal of a request with the header: the owner, without a session. Fails with `view_read_only` or
   * `view_not_open`.
   */
  async enter(
    who: UserPrincipal,
    { method, header, isViewable }: Omit<Asked, 'isAdmin'>,
  ): Promise<UserPrincipal> {
    const asked = impersonatedAccount({ method, header, isViewable, isAdmin: who.roleId === ROLE.admin });
    if (typeof asked !== 'number') throw new AppError(asked);
    const { read } = this.database;
    const { sessionId, userId: adminId } = who;
    const isOpen = await read.existsBy(ImpersonationSession, {
      sessionId,
      adminId,
      userId: asked,
      expiresAt: MoreThan(this.clock.now()),
    });
    // The owner may have become an administrator since.
    if (!isOpen || !(await read.existsBy(User, { id: asked, roleId: ROLE.user })))
      throw new AppError('view_not_open');
    // No session and no account match these, so nothing can be changed by them.
    const noSession = { sessionId: IMPERSONATION_SESSION, tokenVersion: -1, signedInAt: new Date(0) };
    const roles = { roleId: ROLE.user, role: 'owner', adminRole: null } as const;
    return { ...who, ...noSession, ...roles, userId: asked, memberId: asked };
  }
}

/** Names the account that an administrator wants to see. */
export const IMPERSONATION_HEADER = 'x-sandi-view';

interface Asked {
  /** A repeated header is a list. */
  header: string | string[];
  method: string;
  isViewable: boolean;
  isAdmin: boolean;
}

/** The account id, or the error. Rejects everything but a plain read. */
export function impersonatedAccount(asked: Asked): number | 'view_read_only' | 'view_not_open' {
  const { header, method, isViewable, isAdmin } = asked;
  if (!isAdmin) return 'view_not_open';
  if (method !== 'GET' || !isViewable) return 'view_read_only';
  return (typeof header === 'string' ? rowIdOf(header) : undefined) ?? 'view_not_open';
}
