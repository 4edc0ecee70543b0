import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import {
  type ApiKeyPrincipal,
  IMPERSONATION_SESSION,
  type Principal,
  ROLE,
  type UserPrincipal,
} from '../access/principal.js';
import { AppError, type ErrorDetail } from '../errors/index.js';
import { CommonSettings } from '../process/common-settings.js';
import { HOUR_SECONDS, MINUTE_SECONDS } from '../time/clock.js';
import type { Limiter, LimitUse } from './limiter.js';
import { Limits } from './limits.js';

export interface CapUse extends Pick<LimitUse, 'remaining' | 'resetSeconds'> {
  name: string;
  quota: number;
  /** Default: a minute. */
  windowSeconds?: number;
}

/** Headers of the IETF httpapi draft, one entry per cap: q quota, w window, r remaining, t seconds to reset. */
export function rateHeaders(...caps: CapUse[]): Record<string, string> {
  const policies = caps.map(
    ({ name, quota, windowSeconds = MINUTE_SECONDS }) => `"${name}";q=${quota};w=${windowSeconds}`,
  );
  const uses = caps.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: uses.join(', ') };
}

export function rateLimited(
  cap: Pick<CapUse, 'name' | 'quota' | 'windowSeconds' | 'resetSeconds'>,
  detail?: ErrorDetail['detail'],
): AppError {
  const headers = rateHeaders({ ...cap, remaining: 0 });
  return new AppError('rate_limited', { headers, retryAfterSeconds: cap.resetSeconds, detail });
}

type Cap = Pick<CapUse, 'name' | 'quota' | 'windowSeconds'>;
type CountedUse = CapUse & Pick<LimitUse, 'release'>;

/** Counts one use of `key`. Fails with `rate_limited`. */
async function count(limiter: Limiter, key: string, cap: Cap): Promise<CountedUse> {
  const { allowed, ...use } = await limiter.consume(key, cap.quota);
  if (!allowed) throw rateLimited({ ...cap, resetSeconds: use.resetSeconds });
  return { ...cap, ...use };
}

/** Per-minute caps that owners set for a key. A key and its rotations share one. */
@Injectable()
export class KeyRates {
  private readonly limiter: Limiter;

  constructor(limits: Limits) {
    this.limiter = limits.limiter('rate:key', 1, MINUTE_SECONDS);
  }

  /** Counts a request of the kind `what`; `undefined` for a key without such a cap. Fails with `rate_limited`. */
  async take({ rootKeyId, ratePerMinute }: ApiKeyPrincipal, what: string): Promise<CountedUse | undefined> {
    if (ratePerMinute === null) return undefined;
    return count(this.limiter, `${what}:${rootKeyId}`, { name: 'key', quota: ratePerMinute });
  }
}

/** The cap's name, in the headers too. */
export const READ = 'read';
/** All keys of an account together have this many caps, so that one key in a loop leaves reads for the others. */
const KEYS_TOGETHER = 5;

/** Reads per minute: of sessions, per key, and of all keys. A leaked key cannot lock its owner out. */
@Injectable()
export class ReadRates {
  private readonly limiter: Limiter;
  private readonly cap: Cap;

  constructor(limits: Limits, { READ_RATE_PER_MINUTE: quota }: CommonSettings) {
    this.cap = { name: READ, quota };
    this.limiter = limits.limiter('rate:read', quota, MINUTE_SECONDS);
  }

  /** Counts a read. Fails with `rate_limited`. */
  async take(who: Principal): Promise<CapUse[]> {
    if (who.kind === 'user') return [await count(this.limiter, trackerOf(who), this.cap)];
    const own = await count(this.limiter, `key:${who.rootKeyId}`, this.cap);
    const ofAll = { name: 'account', quota: this.cap.quota * KEYS_TOGETHER };
    try {
      return [own, await count(this.limiter, `keys:${who.userId}`, ofAll)];
    } catch (error) {
      await own.release();
      throw error;
    }
  }
}

/** Read-only impersonation uses a cap of its own. */
const trackerOf = ({ userId, sessionId }: Extract<Principal, { kind: 'user' }>) =>
  `${sessionId === IMPERSONATION_SESSION ? 'view' : 'user'}:${userId}`;

/** How a route counts among the writes of an account. */
export type WriteKind = 'creates' | 'exempt';
export const WRITE = 'write';
/** Marks the operation in the OpenAPI document. */
export const EXEMPT_WRITE = 'x-exempt-write';

/** For a route that adds permanent rows: it also counts towards the creations per hour. */
export const Creates = () => SetMetadata(WRITE, 'creates' satisfies WriteKind);

/** For writes that end sessions, which do not count: the next login has its own limits. */
export const ExemptWrite = () =>
  applyDecorators(SetMetadata(WRITE, 'exempt' satisfies WriteKind), ApiExtension(EXEMPT_WRITE, true));

const ADMINISTRATOR_FACTOR = 10;

/**
 * Caps on the writes of an account's sessions per minute, and on the rows that they create per hour. Deletions do not
 * count, since they must be quick.
 */
@Injectable()
export class WriteRates {
  private readonly writes: Cap & { limiter: Limiter };
  private readonly creations: Cap & { limiter: Limiter };

  constructor(limits: Limits, { WRITE_RATE_PER_MINUTE, CREATION_RATE_PER_HOUR }: CommonSettings) {
    const cap = (name: string, quota: number, windowSeconds: number) => {
      const limiter = limits.limiter(`rate:${name}`, quota, windowSeconds);
      return { name, quota, windowSeconds, limiter };
    };
    this.writes = cap('write', WRITE_RATE_PER_MINUTE, MINUTE_SECONDS);
    this.creations = cap('create', CREATION_RATE_PER_HOUR, HOUR_SECONDS);
  }

  /** Counts a write. Fails with `rate_limited`. */
  async take({ userId, roleId }: UserPrincipal, kind: WriteKind | undefined): Promise<CapUse[]> {
    const factor = roleId === ROLE.admin ? ADMINISTRATOR_FACTOR : 1;
    const uses: CapUse[] = [];
    for (const { limiter, ...cap } of this.capsOf(kind))
      uses.push(await count(limiter, String(userId), { ...cap, quota: cap.quota * factor }));
    return uses;
  }

  private capsOf(kind: WriteKind | undefined) {
    if (kind === 'exempt') return [];
    return kind === 'creates' ? [this.writes, this.creations] : [this.writes];
  }
}
