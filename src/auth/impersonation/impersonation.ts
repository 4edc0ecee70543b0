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
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { User, UsersService } from '../../users/index.js';
import { ImpersonationSession } from './impersonation-session.entity.js';

/** So long a look lasts; after that it is asked for, and noted, again. */
const VIEW_SECONDS = 1800;

interface Request {
  method: string;
  header: string | string[];
  isViewable: boolean;
}

/**
 * Administrators look at accounts as their owners see them. Each look begins with a line of the audit log, which the owner
 * reads too, and belongs to one session of one administrator: there is no token that is somebody else's.
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

  /** Takes the place of the session's view before. Fails with `not_found`, and `forbidden` for administrators' accounts. */
  async begin(actor: SessionActor, userId: number): Promise<Date> {
    const owner = orNotFound(await this.users.find(userId));
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
   * Whom a request with the header acts as: the account's owner, in nothing but reading, and by no session of theirs. Fails
   * with `view_read_only` or `view_not_open`.
   */
  async enter(who: UserPrincipal, { method, header, isViewable }: Request): Promise<UserPrincipal> {
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
    // Who became an administrator meanwhile is looked at by nobody.
    if (!isOpen || !(await read.existsBy(User, { id: asked, roleId: ROLE.user })))
      throw new AppError('view_not_open');
    // No session has this number, and no account this version: what would act by them finds nothing.
    const nobodys = { sessionId: IMPERSONATION_SESSION, tokenVersion: -1, signedInAt: new Date(0) };
    return { ...who, ...nobodys, userId: asked, roleId: ROLE.user };
  }
}

/** The header by which an administrator's request asks for what the owner of an account sees. */
export const IMPERSONATION_HEADER = 'x-sandi-view';

/** Why a request that carries it is refused before anything is looked up; undefined: it is not. */
type ImpersonationRefusal = 'view_read_only' | 'view_not_open';

interface Asked {
  /** As it came: twice the header is a list. */
  header: string | string[];
  method: string;
  /** Whether the route is one that may be looked at. */
  isViewable: boolean;
  isAdmin: boolean;
}

/** The number of the account that is asked for, or why not. Whatever is not plainly a look is refused, and never done as anybody. */
export function impersonatedAccount({
  header,
  method,
  isViewable,
  isAdmin,
}: Asked): number | ImpersonationRefusal {
  if (!isAdmin) return 'view_not_open';
  if (method !== 'GET' || !isViewable) return 'view_read_only';
  if (typeof header !== 'string' || !/^[1-9]\d{0,9}$/.test(header)) return 'view_not_open';
  const id = Number(header);
  return id <= 0x7fffffff ? id : 'view_not_open';
}
