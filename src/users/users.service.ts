import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import { Config } from '../config/index.js';
import { Credit } from '../credit/index.js';
import type { UserActor } from '../operations/audit/index.js';
import { permittedOperations } from '../platform/access/permissions.rules.js';
import { type Caller, ROLE } from '../platform/access/principal.js';
import type { Roles } from '../platform/access/roles.rules.js';
import { Database, isUniqueViolation } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { Clock } from '../platform/time/clock.js';
import { withContacts } from './contacts.js';
import { AccountClosure, Member, User } from './user.entities.js';
import { type ProfileView, toUserView } from './users.dto.js';

export interface NewUser {
  username: string;
  email: string;
  name: string;
  passwordHash: string | null;
  googleSub?: string;
  roleId?: number;
  /** Confirmed by Google, or created by the service. */
  emailVerified?: boolean;
  /** The account that the login joins; without it the login opens an account of its own. */
  joins?: Pick<Member, 'accountId' | 'role'>;
}

const NO_LINK = { verifyTokenHash: null, verifyTokenUntil: null };

/** Usernames and emails ignore case. */
export const normalizeLogin = (text: string): string => text.trim().toLowerCase();

/** An account, one of its logins (`memberId`), or a session of that login (`tokenVersion`). */
type Owner = Pick<UserActor, 'userId'> & Partial<Pick<UserActor, 'memberId' | 'tokenVersion'>>;

export interface Membership extends Roles {
  accountId: number;
  /** Whether the login or its account is suspended. */
  isSuspended: boolean;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a login, and runs `also` in the same transaction. Unless the login joins an account, it gets one of its
   * own, with a balance and sign-up credit. Fails with `username_taken`, `email_taken`, or as `also` does.
   */
  async create(user: NewUser, also?: (tx: EntityManager, user: User) => Promise<void>): Promise<User> {
    try {
      return await this.database.tx(async (tx) => {
        const made = await this.insert(tx, user);
        await also?.(tx, made);
        return made;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const sameName = await this.database.read.existsBy(User, {
        usernameKey: normalizeLogin(user.username),
      });
      throw new AppError(sameName ? 'username_taken' : 'email_taken');
    }
  }

  find(id: number): Promise<User | null> {
    return this.database.read.findOneBy(User, { id });
  }

  /** The account of a login, and its roles there. */
  async membershipOf({ id, roleId, adminRole, suspendedAt }: User): Promise<Membership> {
    const row = await this.database.read.findOneBy(Member, { userId: id });
    const { accountId, role } = row ?? { accountId: id, role: 'owner' as const };
    const account = accountId === id ? { suspendedAt } : await this.find(accountId);
    return {
      accountId,
      role,
      adminRole: roleId === ROLE.admin ? (adminRole ?? 'operator') : null,
      isSuspended: account?.suspendedAt !== null || suspendedAt !== null,
    };
  }

  /** The actor of a login that has no session. */
  async actorOf(caller: Caller, user: User): Promise<UserActor> {
    const { accountId: userId } = await this.membershipOf(user);
    return { ...caller, kind: 'user', userId, memberId: user.id };
  }

  /** The user who opened an account; null for other logins. */
  async findAccount(id: number): Promise<User | null> {
    const user = await this.find(id);
    return user && (await this.membershipOf(user)).accountId === id ? user : null;
  }

  /** An account, with the address for mails about it. */
  async findContact(id: number): Promise<User | null> {
    const account = await this.find(id);
    return account && ((await withContacts(this.database.read, [account]))[0] ?? null);
  }

  /** The login of a token. Fails with `token_invalid`. */
  async require(id: number): Promise<User> {
    const user = await this.find(id);
    if (!user) throw new AppError('token_invalid');
    return user;
  }

  async namesOf(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const select = { id: true, username: true } as const;
    const users = await this.database.read.find(User, { select, where: { id: In([...new Set(ids)]) } });
    return new Map(users.map(({ id, username }) => [id, username]));
  }

  findByEmail(email: string): Promise<User | null> {
    return this.database.read.findOneBy(User, { emailKey: normalizeLogin(email) });
  }

  findByGoogleSub(googleSub: string): Promise<User | null> {
    return this.database.read.findOneBy(User, { googleSub });
  }

  /** Finds a login by username, or by email if the text has an `@`. Leaves out logins that have left their account. */
  findByLogin(login: string): Promise<User | null> {
    const key = normalizeLogin(login);
    return this.database.read
      .createQueryBuilder(User, 'user')
      .where(key.includes('@') ? { emailKey: key } : { usernameKey: key })
      .andWhere('NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = user.id AND m.left_at IS NOT NULL)')
      .getOne();
  }

  existsUsername(username: string): Promise<boolean> {
    return this.database.read.existsBy(User, { usernameKey: normalizeLogin(username) });
  }

  hasAdministrator(): Promise<boolean> {
    return this.database.read.existsBy(User, { roleId: ROLE.admin });
  }

  async rename(id: number, name: string): Promise<ProfileView> {
    await this.database.tx((tx) => tx.update(User, { id }, { name }));
    return this.profile(id);
  }

  /** Locks the rows of account and login. For a session, fails with `token_invalid` if its tokens have ended. */
  async lock(tx: EntityManager, { userId, memberId = userId, tokenVersion }: Owner): Promise<void> {
    const untouched = { roleId: () => 'role_id' };
    if (memberId !== userId) await tx.update(User, { id: userId }, untouched);
    const where = tokenVersion === undefined ? { id: memberId } : { id: memberId, tokenVersion };
    const { affected } = await tx.update(User, where, untouched);
    if (tokenVersion !== undefined && affected !== 1) throw new AppError('token_invalid');
  }

  /** Accounts whose owners want them closed; the oldest request first. */
  async askingToClose(limit: number): Promise<number[]> {
    const rows = await this.database.read.find(AccountClosure, {
      where: { requestedAt: Not(IsNull()), closedAt: IsNull() },
      order: { requestedAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ userId }) => userId);
  }

  /** Fails with `account_closed`. */
  async requireOpen(tx: EntityManager, userId: number): Promise<void> {
    if (await tx.existsBy(AccountClosure, { userId, closedAt: Not(IsNull()) }))
      throw new AppError('account_closed');
  }

  /** Sets a password and ends all tokens. With `seen`, returns false if the token version is another. */
  async setPassword(tx: EntityManager, id: number, passwordHash: string, seen?: number): Promise<boolean> {
    const where = seen === undefined ? { id } : { id, tokenVersion: seen };
    const { affected } = await tx.update(User, where, {
      passwordHash,
      tokenVersion: () => 'token_version + 1',
    });
    return affected === 1;
  }

  /** Ends the link that verifies the previous address. Throws a unique violation if another login has the address. */
  async setEmail(
    tx: EntityManager,
    id: number,
    email: string,
    { isVerified }: { isVerified: boolean },
  ): Promise<void> {
    const emailVerifiedAt = isVerified ? this.clock.now() : null;
    await tx.update(User, { id }, { email, emailKey: normalizeLogin(email), emailVerifiedAt, ...NO_LINK });
  }

  /** Stores the hash of the token that verifies the address, in place of an earlier one. */
  async expectEmailToken(tx: EntityManager, userId: number, verifyTokenHash: string, verifyTokenUntil: Date) {
    await tx.update(User, { id: userId }, { verifyTokenHash, verifyTokenUntil });
  }

  /** Verifies the address by the newest token of the login; false if it is another or has expired. */
  async redeemEmailToken(tx: EntityManager, userId: number, verifyTokenHash: string): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await tx.update(
      User,
      { id: userId, verifyTokenHash, verifyTokenUntil: MoreThan(now) },
      { emailVerifiedAt: now, ...NO_LINK },
    );
    return affected === 1;
  }

  /** Verifies the address by other means; true if it was unverified. Locks the login's row. */
  async proveEmail(tx: EntityManager, userId: number): Promise<boolean> {
    const { affected } = await tx.update(
      User,
      { id: userId, emailVerifiedAt: IsNull() },
      { emailVerifiedAt: this.clock.now(), ...NO_LINK },
    );
    return affected === 1;
  }

  /** Replaces all personal data of a login by these names, which nobody can register. Nobody can log in any more. */
  async anonymise(
    tx: EntityManager,
    id: number,
    { username, name, email }: Pick<User, 'username' | 'name' | 'email'>,
  ): Promise<void> {
    await this.suspend(tx, id, true);
    const nothing = { passwordHash: null, googleSub: null, approvedBrands: null, emailVerifiedAt: null };
    await tx.update(
      User,
      { id },
      { username, usernameKey: username, email, emailKey: email, name, ...nothing, ...NO_LINK },
    );
  }

  async forgetGoogle(tx: EntityManager, id: number): Promise<void> {
    await tx.update(User, { id }, { googleSub: null });
  }

  /** Ends all tokens of a login at once. */
  async endTokens(tx: EntityManager, id: number): Promise<void> {
    await tx.update(User, { id }, { tokenVersion: () => 'token_version + 1' });
  }

  /** A suspended account has neither tokens nor API keys that work. The tokens of its members do not come back. */
  async suspend(tx: EntityManager, id: number, suspended: boolean): Promise<void> {
    const members = await tx.find(Member, { where: { accountId: id }, order: { userId: 'ASC' } });
    for (const login of new Set([id, ...members.map(({ userId }) => userId)]))
      await this.endTokens(tx, login);
    await tx.update(User, { id }, { suspendedAt: suspended ? this.clock.now() : null });
  }

  /** Fails with `token_invalid`. */
  async profile(id: number): Promise<ProfileView> {
    return this.view(await this.require(id));
  }

  async view(user: User): Promise<ProfileView> {
    const { accountId, role, adminRole } = await this.membershipOf(user);
    const balance = await this.credit.balanceOf(accountId);
    return {
      ...toUserView(user, balance),
      account_id: accountId,
      role,
      admin_role: adminRole,
      operations: permittedOperations({ role, adminRole }),
    };
  }

  private async insert(tx: EntityManager, user: NewUser): Promise<User> {
    const createdAt = this.clock.now();
    const row = tx.create(User, {
      username: user.username.trim(),
      usernameKey: normalizeLogin(user.username),
      email: user.email.trim(),
      emailKey: normalizeLogin(user.email),
      name: user.name.trim(),
      passwordHash: user.passwordHash,
      googleSub: user.googleSub ?? null,
      roleId: user.roleId ?? ROLE.user,
      adminRole: null,
      tokenVersion: 0,
      approvedBrands: null,
      emailVerifiedAt: user.emailVerified ? createdAt : null,
      ...NO_LINK,
      suspendedAt: null,
      createdAt,
    });
    await tx.insert(User, row);
    const { accountId, role } = user.joins ?? { accountId: row.id, role: 'owner' as const };
    await tx.insert(Member, { userId: row.id, accountId, role, joinedAt: createdAt, leftAt: null });
    if (!user.joins) await this.credit.open(tx, row.id, this.config.SIGNUP_CREDIT);
    return row;
  }
}
