import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../../platform/access/principal.js';
import { SessionCheck } from '../../platform/security/confirmation.js';
import { Clock } from '../../platform/time/clock.js';
import { type User, UsersService } from '../../users/index.js';
import type { LoginSession } from '../auth.entities.js';
import { Sessions } from './sessions.service.js';

/** The claims of a token. */
type Named = Pick<UserPrincipal, 'memberId' | 'sessionId' | 'tokenVersion'>;

interface OpenSession {
  user: User;
  session: LoginSession;
  membership: Awaited<ReturnType<UsersService['membershipOf']>>;
}

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

  async find({ memberId, sessionId, tokenVersion }: Named): Promise<OpenSession | undefined> {
    const [user, session] = await Promise.all([
      this.users.find(memberId),
      this.sessions.find(sessionId, memberId),
    ]);
    if (user?.tokenVersion !== tokenVersion || session?.tokenVersion !== tokenVersion) return undefined;
    const membership = await this.users.membershipOf(user);
    return membership.isSuspended ? undefined : { user, session, membership };
  }

  override async holds(who: UserPrincipal): Promise<boolean> {
    const open = await this.find(who);
    return open !== undefined && open.session.expiresAt > this.clock.now();
  }
}
