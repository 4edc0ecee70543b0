import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../../platform/access/principal.js';
import { SessionCheck } from '../../platform/security/confirmation.js';
import { Clock } from '../../platform/time/clock.js';
import { type User, UsersService } from '../../users/index.js';
import type { LoginSession } from './login-session.entity.js';
import { Sessions } from './sessions.service.js';

/** The claims of a token. */
type Named = Pick<UserPrincipal, 'userId' | 'sessionId' | 'tokenVersion'>;

/** Checks that a session is open and its account active. */
@Injectable()
export class OpenSessions extends SessionCheck {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({
    userId,
    sessionId,
    tokenVersion,
  }: Named): Promise<{ user: User; session: LoginSession } | undefined> {
    const [user, session] = await Promise.all([
      this.users.find(userId),
      this.sessions.find(sessionId, userId),
    ]);
    if (!user || user.suspendedAt !== null || user.tokenVersion !== tokenVersion) return undefined;
    return session?.tokenVersion === tokenVersion ? { user, session } : undefined;
  }

  override async holds(who: UserPrincipal): Promise<boolean> {
    const open = await this.find(who);
    return open !== undefined && open.session.expiresAt > this.clock.now();
  }
}
