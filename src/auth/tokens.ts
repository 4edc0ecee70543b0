import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { addSeconds, Clock, secondsUntil } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import type { User } from '../users/index.js';

export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'sandi';
export const TOKEN_AUDIENCE = 'sandi-dashboard';

export interface TokenClaims {
  userId: number;
  /** The account's token version when the token was made. */
  version: number;
  sessionId: number;
  issuedAt: Date;
  expiresAt: Date;
}

/** Makes user tokens; {@link UserTokenStrategy} takes them back. */
@Injectable()
export class Tokens {
  readonly #key: Uint8Array;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.#key = new TextEncoder().encode(config.JWT_SECRET);
  }

  /** For a session that has begun, as long as that. */
  issue({ id, tokenVersion }: User, sessionId: number): Promise<string> {
    const now = this.clock.now();
    return new SignJWT({ ver: tokenVersion, sid: sessionId })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: 'JWT' })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(String(id))
      .setIssuedAt(now)
      .setExpirationTime(addSeconds(now, this.config.TOKEN_TTL_SECONDS))
      .sign(this.#key);
  }

  /** What a token of ours says, while it lives; undefined for any other. */
  async read(token: string): Promise<TokenClaims | undefined> {
    const rules = { algorithms: [TOKEN_ALGORITHM], issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE };
    const verified = jwtVerify(token, this.#key, { ...rules, currentDate: this.clock.now() });
    return verified.then(
      ({ payload }) => readClaims(payload),
      () => undefined,
    );
  }

  /** How long a token that has been taken goes on, at least 1. */
  secondsLeft(token: string): number {
    const claims = readClaims(decodeJwt(token));
    const now = this.clock.now();
    return secondsUntil(now, claims?.expiresAt ?? now);
  }
}

/** What a token whose signature holds says; `undefined` when it lacks any of it. */
export function readClaims(payload: unknown): TokenClaims | undefined {
  const { sub, ver, sid, iat, exp } = (payload ?? {}) as Record<string, unknown>;
  if (typeof sub !== 'string' || !/^[1-9]\d{0,9}$/.test(sub)) return undefined;
  if (!Number.isSafeInteger(sid)) return undefined;
  if (typeof ver !== 'number' || typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return {
    userId: Number(sub),
    version: ver,
    sessionId: Number(sid),
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
}

/** Whether a token asks to be refused by whoever does not know an extension (RFC 7515, `crit`); we know none. */
export function demandsMore(token: string): boolean {
  try {
    return decodeProtectedHeader(token).crit !== undefined;
  } catch {
    return true;
  }
}
