import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import type { QueuedCaller } from '../platform/security/fair-queue.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { type User, UsersService } from '../users/index.js';
import { LoginThrottle } from './login-throttle.js';
import { Passwords } from './passwords.js';

/** So long a login proves that its owner is there. */
const LOGIN_PROVES_SECONDS = 600;

/** Whether whoever holds a session is its owner: a session may be stolen. */
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

  /** As {@link require}, but a fresh login is enough only where there is no password. */
  async requirePassword(who: UserPrincipal, currentPassword: string | undefined): Promise<void> {
    const user = await this.users.require(who.userId);
    // Only Google knows this one: a new login is all that it can show.
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

/** Anyone with a session goes before those who only knock. */
export const turnOf = (userId: number): QueuedCaller => ({ key: `user:${userId}`, isFirst: true });
