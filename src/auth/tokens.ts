import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { Config } from '../config/index.js';
import { rowIdOf } from '../platform/ids/row-id.js';
import { addSeconds, Clock, secondsUntil } from '../platform/time/clock.js';
import type { User } from '../users/index.js';

export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'sandi';
export const TOKEN_AUDIENCE = 'sandi-dashboard';

/** How long the second factor may take after the password. */
export const CHALLENGE_SECONDS = 300;
const CHALLENGE_AUDIENCE = 'sandi-second-factor';

export interface TokenClaims {
  userId: number;
  /** The account's token version when the token was made. */
  version: number;
  sessionId: number;
  issuedAt: Date;
  expiresAt: Date;
}

type TokenKeys = readonly [KeyObject, ...KeyObject[]];

/** The first signs. As key objects: given a string, passport-jwt parses it on every request (0.5 ms). */
export function tokenKeys({ jwtSecrets: [first, ...others] }: Config): TokenKeys {
  const key = (secret: string) => createSecretKey(secret, 'utf8');
  return [key(first), ...others.map(key)];
}

/** The key that signed a token; the first where none did, which then fails the check. */
export function tokenKeyOf(token: string, keys: TokenKeys): KeyObject {
  if (keys.length === 1) return keys[0];
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  const signed = keys.find((key) => {
    const expected = createHmac('sha256', key)
      .update(token.slice(0, Math.max(0, end)))
      .digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
  return signed ?? keys[0];
}

/** Issues user tokens; {@link UserTokenStrategy} accepts them. */
@Injectable()
export class Tokens {
  readonly #keys: TokenKeys;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.#keys = tokenKeys(config);
  }

  issue({ id, tokenVersion }: User, sessionId: number): Promise<string> {
    const claims = { sub: String(id), ver: tokenVersion, sid: sessionId };
    return this.sign(claims, TOKEN_AUDIENCE, this.config.TOKEN_TTL_SECONDS);
  }

  /** A token that proves the password and allows only the second step of the login. */
  challenge({ id, tokenVersion }: User): Promise<string> {
    return this.sign({ sub: String(id), ver: tokenVersion }, CHALLENGE_AUDIENCE, CHALLENGE_SECONDS);
  }

  async readChallenge(token: string): Promise<Pick<TokenClaims, 'userId' | 'version'> | undefined> {
    const payload = await this.verify(token, CHALLENGE_AUDIENCE);
    return readClaims({ sid: 0, ...payload });
  }

  async read(token: string): Promise<TokenClaims | undefined> {
    return readClaims(await this.verify(token, TOKEN_AUDIENCE));
  }

  /** Seconds until an accepted token expires, at least 1. */
  secondsLeft(token: string): number {
    const claims = readClaims(decodeJwt(token));
    const now = this.clock.now();
    return secondsUntil(now, claims?.expiresAt ?? now);
  }

  private sign(claims: JWTPayload, audience: string, seconds: number): Promise<string> {
    const now = this.clock.now();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: 'JWT' })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(addSeconds(now, seconds))
      .sign(this.#keys[0]);
  }

  private async verify(token: string, audience: string): Promise<JWTPayload | undefined> {
    const rules = { algorithms: [TOKEN_ALGORITHM], issuer: TOKEN_ISSUER, audience };
    return jwtVerify(token, tokenKeyOf(token, this.#keys), { ...rules, currentDate: this.clock.now() }).then(
      ({ payload }) => payload,
      () => undefined,
    );
  }
}

/** The claims of a verified token; `undefined` if any is missing. */
export function readClaims(payload: unknown): TokenClaims | undefined {
  const { sub, ver, sid, iat, exp } = (payload ?? {}) as Record<string, unknown>;
  const userId = typeof sub === 'string' ? rowIdOf(sub) : undefined;
  if (userId === undefined) return undefined;
  if (!Number.isSafeInteger(sid)) return undefined;
  if (typeof ver !== 'number' || typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return {
    userId,
    version: ver,
    sessionId: Number(sid),
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
}

/** Whether a token has a critical extension (RFC 7515, `crit`); we support none. */
export function hasCriticalExtension(token: string): boolean {
  try {
    return decodeProtectedHeader(token).crit !== undefined;
  } catch {
    return true;
  }
}
