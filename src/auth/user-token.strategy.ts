import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { Config } from '../config/index.js';
import { callerOf, type UserPrincipal } from '../platform/access/principal.js';
import { Clock } from '../platform/time/clock.js';
import { register, unregister } from './passport-name.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions/sessions.service.js';
import {
  hasCriticalExtension,
  readClaims,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  tokenKeyOf,
  tokenKeys,
} from './tokens.js';

/** User tokens: JSON Web Tokens that Sandi signed with one algorithm. Session and account are checked too. */
@Injectable()
export class UserTokenStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  readonly registeredAs: string;

  constructor(
    config: Config,
    cookie: SessionCookie,
    private readonly sessions: Sessions,
    private readonly secondFactors: SecondFactors,
    private readonly clock: Clock,
  ) {
    const keys = tokenKeys(config);
    super({
      jwtFromRequest: (request: FastifyRequest) => cookie.userTokenOf(request),
      // The library does not look at `crit`.
      secretOrKeyProvider: (_request, token: string, done) =>
        // The types of the library know no key objects.
        hasCriticalExtension(token)
          ? done(new Error('an extension'))
          : done(null, tokenKeyOf(token, keys) as unknown as Buffer),
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      // The library knows only the system's time; expiry is checked below, against the service's clock.
      ignoreExpiration: true,
      passReqToCallback: true,
    });
    this.registeredAs = register('user_token', this);
  }

  async validate(request: FastifyRequest, payload: unknown): Promise<UserPrincipal | false> {
    const claims = readClaims(payload);
    if (!claims || claims.expiresAt <= this.clock.now()) return false;
    const { userId: memberId, sessionId, version: tokenVersion, issuedAt: signedInAt } = claims;
    const open = await this.sessions.findOpen({ memberId, sessionId, tokenVersion });
    if (!open) return false;
    this.sessions.noteUse(open.session, callerOf(request).address);
    const { roleId } = open.user;
    const { accountId: userId, role, adminRole } = open.membership;
    const owesSecondFactor = await this.secondFactors.isOwed(memberId, roleId);
    const who = { userId, memberId, roleId, role, adminRole };
    return { kind: 'user', ...who, tokenVersion, sessionId, signedInAt, owesSecondFactor };
  }

  onApplicationShutdown(): void {
    unregister(this.registeredAs);
  }
}
