import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit, type Login, type SignIn, type UserActor } from '../operations/audit/index.js';
import type { Caller } from '../platform/access/principal.js';
import { Database, deleteByKey } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { addressKey } from '../platform/limits/index.js';
import { type User, UsersService } from '../users/index.js';
import type { ChangePasswordDto, LoginDto, RegisterDto, Session } from './auth.dto.js';
import { type Invitation, LoginAddress, LoginSession } from './auth.entities.js';
import { EmailVerificationService } from './email-verification.service.js';
import { Invitations } from './invitations/invitations.service.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordConfirmation, turnOf } from './password-confirmation.js';
import { PasswordResetService } from './password-reset.service.js';
import { Passwords } from './passwords.js';
import { removeSecondFactor } from './second-factor/remove-second-factor.js';
import type { SecondFactorLoginDto } from './second-factor/second-factor.dto.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { NewAddressNotices } from './sessions/new-address-notices.js';
import { Sessions } from './sessions/sessions.service.js';
import { CHALLENGE_SECONDS, Tokens } from './tokens.js';

/** Logins: how they begin and end. */
@Injectable()
export class AuthService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly throttle: LoginThrottle,
    private readonly ownPassword: PasswordConfirmation,
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
    private readonly notices: NewAddressNotices,
    private readonly secondFactors: SecondFactors,
    private readonly verification: EmailVerificationService,
    private readonly resets: PasswordResetService,
    private readonly invitations: Invitations,
    private readonly audit: Audit,
  ) {}

  /** An invitation proves the address. */
  async register(caller: Caller, { password, invitation: token, ...given }: RegisterDto): Promise<Session> {
    const { username, email, name } = given;
    const invitation = await this.invitations.admit(token, email);
    const passwordHash = await this.passwords.hash(password, { key: addressKey(caller.address) });
    const made = { username, email, name, passwordHash, emailVerified: invitation !== undefined };
    const user = await this.users.create(made, (tx, { id }) => this.accept(tx, caller, invitation, id));
    if (!invitation) await this.verification.welcome(user);
    return this.enter(caller, user, 'registration');
  }

  /** In the transaction that makes the account. */
  async accept(
    tx: EntityManager,
    caller: Caller,
    invitation: Invitation | undefined,
    userId: number,
  ): Promise<void> {
    if (!invitation) return;
    await this.invitations.accept(tx, invitation, userId);
    const owner = { ...caller, kind: 'user' as const, userId, memberId: userId };
    await this.audit.recordOwn(tx, owner, 'invitation.accept', `invitation:${invitation.id}`);
  }

  /** By username or email. Unknown accounts and wrong passwords look the same. */
  async login(caller: Caller, { username: login, password }: LoginDto): Promise<Session> {
    const user = await this.users.findByLogin(login);
    return this.attempt(caller, user, 'password', async () => {
      const isKnown = await this.throttle.attempt(login, user, caller.address);
      // Known addresses of the owner do not queue behind a flood of strangers.
      const turn = user && isKnown ? turnOf(user.id) : { key: addressKey(caller.address) };
      const matches = await this.passwords.matches(user?.passwordHash, password, turn);
      if (!user || !matches) throw new AppError('credentials_invalid');
      return this.admit(caller, user, 'password');
    });
  }

  /** Logs a rejected login or confirmation with its error code; unknown names cost the same. */
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

  /** Logs in, or fails with `second_factor_required` and a challenge. */
  async admit(caller: Caller, user: User, how: SignIn['how'], isNewAccount = false): Promise<Session> {
    await this.requireActive(user);
    if (!(await this.secondFactors.isOn(user.id))) return this.enter(caller, user, how, isNewAccount);
    if (how === 'password') await this.throttle.uncountPassword(user.id, caller.address);
    const challenge = await this.tokens.challenge(user);
    throw new AppError('second_factor_required', { body: { challenge, expires_in: CHALLENGE_SECONDS } });
  }

  async loginBySecondFactor(caller: Caller, { challenge, code }: SecondFactorLoginDto): Promise<Session> {
    const claims = await this.tokens.readChallenge(challenge);
    const user = claims && (await this.users.find(claims.userId));
    if (!user || user.tokenVersion !== claims.version) throw new AppError('challenge_invalid');
    return this.attempt(caller, user, 'second_factor', async () => {
      await this.secondFactors.prove(await this.users.actorOf(caller, user), code);
      return this.enter(caller, user, 'second_factor');
    });
  }

  private async enter(
    caller: Caller,
    user: User,
    how: SignIn['how'],
    isNewAccount = how === 'registration',
  ): Promise<Session> {
    const who = await this.requireActive(user);
    const { isNewAddress, sessionId } = await this.database.tx(async (tx) => {
      await this.audit.signIn(tx, caller, 'signin.ok', who, { how });
      return {
        isNewAddress: await this.throttle.entered(tx, user.id, caller.address),
        sessionId: await this.sessions.begin(tx, user, caller),
      };
    });
    if (isNewAddress && !isNewAccount) this.notices.notify(user, caller);
    return this.session(user, sessionId);
  }

  /** Returns the login and its account. Fails with `account_suspended`. */
  private async requireActive(user: User): Promise<Login> {
    const { accountId, isSuspended } = await this.users.membershipOf(user);
    if (isSuspended) throw new AppError('account_suspended');
    return { userId: accountId, memberId: user.id };
  }

  async logOut(token: string | null): Promise<void> {
    const claims = token === null ? undefined : await this.tokens.read(token);
    if (claims) await this.sessions.endQuietly(claims.userId, claims.sessionId);
  }

  async logoutAll(owner: UserActor): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.users.endTokens(tx, owner.memberId);
      await this.audit.recordOwn(tx, owner, 'session.end_all');
    });
  }

  /** Deletes everything by which somebody logs in: sessions, second factor, mailed links and known addresses. */
  async closeLogin(tx: EntityManager, userId: number): Promise<void> {
    await deleteByKey(tx, LoginSession, 'id', { userId });
    await removeSecondFactor(tx, userId);
    await this.resets.endMailedLinks(tx, userId);
    await this.throttle.unlock(tx, userId);
    await tx.delete(LoginAddress, { userId });
  }

  /** Ends every token and mailed link, and returns a new token. */
  async changePassword(owner: UserActor, change: ChangePasswordDto): Promise<Session> {
    const { memberId: userId } = owner;
    const user = await this.users.require(userId);
    await this.attempt(owner, user, 'confirmation', () =>
      this.ownPassword.prove(user, change.current_password),
    );
    const passwordHash = await this.passwords.hash(change.new_password, turnOf(userId));
    const renewed = { ...user, tokenVersion: user.tokenVersion + 1 };
    const sessionId = await this.database.tx(async (tx) => {
      // A reset or logout in between must win.
      if (!(await this.users.setPassword(tx, userId, passwordHash, user.tokenVersion)))
        throw new AppError('token_invalid');
      await this.resets.endMailedLinks(tx, userId);
      await this.audit.recordOwn(tx, owner, 'password.change');
      return this.sessions.begin(tx, renewed, owner);
    });
    return this.session(renewed, sessionId);
  }

  private async session(user: User, sessionId: number): Promise<Session> {
    return { token: await this.tokens.issue(user, sessionId), user: await this.users.view(user) };
  }
}
