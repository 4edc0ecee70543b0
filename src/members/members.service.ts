import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { AuthService } from '../auth/index.js';
import { Audit } from '../operations/audit/index.js';
import { type Principal, ROLE, type SessionActor, userOf } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { Member, User, UsersService } from '../users/index.js';
import { MemberInvitations } from './member-invitations.service.js';
import type { MemberRoleDto, MemberView } from './members.dto.js';

/**
 * Lists and changes the members of an account. Each change locks the account first, so that an owner always remains.
 */
@Injectable()
export class AccountMembers {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly auth: AuthService,
    private readonly invitations: MemberInvitations,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async list(who: Principal): Promise<MemberView[]> {
    const { userId: accountId, memberId } = userOf(who);
    const { read } = this.database;
    const rows = await read.find(Member, {
      where: { accountId, leftAt: IsNull() },
      order: { joinedAt: 'ASC', userId: 'ASC' },
    });
    const users = await read.findBy(User, { id: In(rows.map(({ userId }) => userId)) });
    const byId = new Map(users.map((user) => [user.id, user]));
    return rows.flatMap(({ userId, role, joinedAt }) => {
      const user = byId.get(userId);
      if (!user) return [];
      const { id, username, name, email } = user;
      const joined = this.calendar.fields('joined_at', joinedAt);
      return { id, username, name, email, role, current: id === memberId, ...joined };
    });
  }

  /** Ends the member's sessions; of a former owner also the invitations. Fails with `not_found` or `last_owner`. */
  async setRole(actor: SessionActor, id: number, { role, current_password }: MemberRoleDto): Promise<void> {
    await this.confirmation.require(actor, current_password);
    await this.database.tx(async (tx) => {
      const member = await this.lock(tx, actor, id);
      if (role !== 'owner') await this.requireAnotherOwner(tx, member);
      await tx.update(Member, { userId: id }, { role });
      await this.users.endTokens(tx, id);
      if (role !== 'owner') await this.invitations.endOf(tx, member);
      await this.audit.recordOwn(tx, actor, 'member.role', `user:${id}`, { role, before: member.role });
    });
  }

  /** Closes the login of another member. Fails with `not_found`, `last_owner`, or `forbidden` for an administrator. */
  async remove(actor: SessionActor, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const member = await this.lock(tx, actor, id);
      await this.close(tx, member);
      await this.audit.recordOwn(tx, actor, 'member.remove', `user:${id}`, { role: member.role });
    });
  }

  /** Closes one's own login. Fails like {@link remove}. */
  async leave(actor: SessionActor, currentPassword: string | undefined): Promise<void> {
    await this.confirmation.require(actor, currentPassword);
    await this.database.tx(async (tx) => {
      const member = await this.lock(tx, actor, actor.memberId);
      await this.close(tx, member);
      await this.audit.recordOwn(tx, actor, 'member.leave', `user:${member.userId}`, { role: member.role });
    });
  }

  /** Locks the account, and reads a member of it. */
  private async lock(tx: EntityManager, actor: SessionActor, id: number): Promise<Member> {
    const { userId: accountId } = actor;
    await this.users.lock(tx, actor);
    // An account of an older release has no row for its owner.
    if (!(await tx.existsBy(Member, { userId: accountId }))) {
      const joinedAt = this.clock.now();
      await tx.insert(Member, { userId: accountId, accountId, role: 'owner', joinedAt, leftAt: null });
    }
    return orNotFound(await tx.findOneBy(Member, { userId: id, accountId, leftAt: IsNull() }));
  }

  private async requireAnotherOwner(tx: EntityManager, { userId, accountId, role }: Member): Promise<void> {
    if (role !== 'owner') return;
    const others = { accountId, role: 'owner' as const, leftAt: IsNull(), userId: Not(userId) };
    if (!(await tx.existsBy(Member, others))) throw new AppError('last_owner');
  }

  /**
   * Closes the login at once, and frees its email address. The user who opened the account keeps the username, since
   * that row is the account; other usernames are freed too.
   */
  private async close(tx: EntityManager, member: Member): Promise<void> {
    const { userId: id, accountId } = member;
    await this.requireAnotherOwner(tx, member);
    // Other administrators decide about an administrator's login.
    if (await tx.existsBy(User, { id, roleId: ROLE.admin })) throw new AppError('forbidden');
    // With a colon, which nobody can register.
    const nobody = `left:${id}@users.invalid`;
    await tx.update(
      User,
      { id },
      {
        email: nobody,
        emailKey: nobody,
        ...(id === accountId ? {} : { usernameKey: `left:${id}` }),
        passwordHash: null,
        googleSub: null,
        emailVerifiedAt: null,
        verifyTokenHash: null,
        verifyTokenUntil: null,
        tokenVersion: () => 'token_version + 1',
      },
    );
    await tx.update(Member, { userId: id }, { leftAt: this.clock.now() });
    await this.auth.closeLogin(tx, id);
    await this.invitations.endOf(tx, member);
  }
}
