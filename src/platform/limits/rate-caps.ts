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
  /** A minute unless told. */
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

/** In the headers. */
const NAME = 'key';

type KeyUse = CapUse & Pick<LimitUse, 'release'>;

/** Per-minute caps that owners set for a key. A key and its rotations share one. */
@Injectable()
export class KeyRates {
  private readonly limiter: Limiter;

  constructor(limits: Limits) {
    this.limiter = limits.limiter('rate:key', 1, MINUTE_SECONDS);
  }

  /** Counts a request of the kind `what`; `undefined` for a key without such a cap. Fails with `rate_limited`. */
  async take({ rootKeyId, ratePerMinute }: ApiKeyPrincipal, what: string): Promise<KeyUse | undefined> {
    if (ratePerMinute === null) return undefined;
    const { allowed, ...use } = await this.limiter.consume(`${what}:${rootKeyId}`, ratePerMinute);
    if (!allowed) throw rateLimited({ name: NAME, quota: ratePerMinute, resetSeconds: use.resetSeconds });
    return { name: NAME, quota: ratePerMinute, ...use };
  }
}

/** The cap's name, in the headers too. */
export const READ = 'read';
/** What all keys of an account may read together, in the headers. */
const ACCOUNT = 'account';
/** A looping key leaves reads for the other keys. */
const KEYS_TOGETHER = 5;

/** Reads per minute: of sessions, per key, and of all keys. A leaked key cannot lock its owner out. */
@Injectable()
export class ReadRates {
  private readonly limiter: Limiter;
  private readonly quota: number;

  constructor(limits: Limits, { READ_RATE_PER_MINUTE }: CommonSettings) {
    this.quota = READ_RATE_PER_MINUTE;
    this.limiter = limits.limiter('rate:read', this.quota, MINUTE_SECONDS);
  }

  /** Counts a read. Fails with `rate_limited`. */
  async take(who: Principal): Promise<CapUse[]> {
    if (who.kind === 'user') return [await this.count(READ, trackerOf(who), this.quota)];
    const own = await this.count(READ, `key:${who.rootKeyId}`, this.quota);
    try {
      return [own, await this.count(ACCOUNT, `keys:${who.userId}`, this.quota * KEYS_TOGETHER)];
    } catch (error) {
      await own.release();
      throw error;
    }
  }

  private async count(name: string, tracker: string, quota: number): Promise<CapUse & LimitUse> {
    const use = await this.limiter.consume(tracker, quota);
    if (!use.allowed) throw rateLimited({ name, quota, resetSeconds: use.resetSeconds });
    return { ...use, name, quota };
  }
}

/** Read-only impersonation uses a cap of its own. */
const trackerOf = ({ userId, sessionId }: Extract<Principal, { kind: 'user' }>) =>
  `${sessionId === IMPERSONATION_SESSION ? 'view' : 'user'}:${userId}`;

/** How a route counts among the writes of an account. */
export type WriteKind = 'creates' | 'exempt';
export const WRITE = 'write';
/** Marks the operation, for the document. */
export const EXEMPT_WRITE = 'x-exempt-write';

/** The route adds permanent rows: it counts towards the creations per hour. */
export const Creates = () => SetMetadata(WRITE, 'creates' satisfies WriteKind);

/** Writes that end sessions are exempt: they lead to a login, which has its own limits. */
export const ExemptWrite = () =>
  applyDecorators(SetMetadata(WRITE, 'exempt' satisfies WriteKind), ApiExtension(EXEMPT_WRITE, true));

const ADMINISTRATORS_TIMES = 10;

/** Writes of an account's sessions per minute, and rows created per hour. Deletions must be quick: not counted. */
@Injectable()
export class WriteRates {
  private readonly writes: Cap;
  private readonly creations: Cap;

  constructor(limits: Limits, { WRITE_RATE_PER_MINUTE, CREATION_RATE_PER_HOUR }: CommonSettings) {
    const cap = (name: string, quota: number, windowSeconds: number): Cap => ({
      name,
      quota,
      windowSeconds,
      limiter: limits.limiter(`rate:${name}`, quota, windowSeconds),
    });
    this.writes = cap('write', WRITE_RATE_PER_MINUTE, MINUTE_SECONDS);
    this.creations = cap('create', CREATION_RATE_PER_HOUR, HOUR_SECONDS);
  }

  /** Counts a write. Fails with `rate_limited`. */
  async take(who: UserPrincipal, kind: WriteKind | undefined): Promise<CapUse[]> {
    if (kind === 'exempt') return [];
    const write = await this.count(this.writes, who);
    return kind === 'creates' ? [write, await this.count(this.creations, who)] : [write];
  }

  private async count(
    { name, limiter, windowSeconds, ...cap }: Cap,
    { userId, roleId }: UserPrincipal,
  ): Promise<CapUse> {
    const quota = roleId === ROLE.admin ? cap.quota * ADMINISTRATORS_TIMES : cap.quota;
    const { allowed, remaining, resetSeconds } = await limiter.consume(String(userId), quota);
    if (!allowed) throw rateLimited({ name, quota, windowSeconds, resetSeconds });
    return { name, quota, windowSeconds, remaining, resetSeconds };
  }
}

interface Cap {
  name: string;
  quota: number;
  windowSeconds: number;
  limiter: Limiter;
}
