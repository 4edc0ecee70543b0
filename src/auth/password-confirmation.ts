import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import type { QueuedCaller } from '../platform/security/fair-queue.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { type User, UsersService } from '../users/index.js';
import { LoginThrottle } from './login-throttle.js';
import { Passwords } from './passwords.js';

/** A login counts as a confirmation for this long. */
const LOGIN_PROVES_SECONDS = 600;

/** Confirms that the holder of a session is its owner: a session may be stolen. */
@Injectable()
export class PasswordConfirmation extends Confirmation {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly throttle: LoginThrottle,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async require(who: UserPrincipal, currentPassword: string | undefined): Promise<void> {
    if (!this.isFresh(who)) await this.requirePassword(who, currentPassword);
  }

  /** Like {@link require}, but a recent login suffices only for accounts without a password. */
  async requirePassword(who: UserPrincipal, currentPassword: string | undefined): Promise<void> {
    const user = await this.users.require(who.memberId);
    // Without a password, a new login by Google is the only proof.
    if (user.passwordHash === null) {
      if (this.isFresh(who)) return;
      throw new AppError('recent_login_required');
    }
    if (currentPassword === undefined) throw new AppError('current_password_required');
    await this.prove(user, currentPassword);
  }

  private isFresh({ signedInAt }: UserPrincipal): boolean {
    return this.clock.now() < addSeconds(signedInAt, LOGIN_PROVES_SECONDS);
  }

  /** Fails with `password_wrong`, or `rate_limited` after too many of those. */
  async prove({ id, passwordHash }: User, password: string): Promise<void> {
    await this.throttle.prove('change-password', id);
    if (!(await this.passwords.matches(passwordHash, password, turnOf(id))))
      throw new AppError('password_wrong');
    await this.throttle.proven('change-password', id);
  }
}

/** Requests with a session come first. */
export const turnOf = (userId: number): QueuedCaller => ({ key: `user:${userId}`, isFirst: true });
