import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { ROLE, type UserPrincipal } from '../access/principal.js';
import { CommonSettings } from '../process/common-settings.js';
import { HOUR_SECONDS, MINUTE_SECONDS } from '../time/clock.js';
import type { Limiter } from './limiter.js';
import { Limits } from './limits.js';
import { type CapUse, rateLimited } from './rate-headers.js';

/** How a route counts among the writes of an account. */
export type WriteKind = 'creates' | 'exempt';
export const WRITE = 'write';
/** Marks the operation, for the document. */
export const EXEMPT_WRITE = 'x-exempt-write';

/** The route adds rows that stay: it counts towards the creations per hour too. */
export const Creates = () => SetMetadata(WRITE, 'creates' satisfies WriteKind);

/** A write that must never wait, since it ends sessions: it leads to a new login, which has limits of its own. */
export const ExemptWrite = () =>
  applyDecorators(SetMetadata(WRITE, 'exempt' satisfies WriteKind), ApiExtension(EXEMPT_WRITE, true));

/** Administrators serve all accounts. */
const ADMINISTRATORS_TIMES = 10;

/**
 * Writes of an account by its sessions: per minute, and per hour those that add rows which stay. Deletions are not
 * counted: they must be quick, and there is no more to delete than was created.
 */
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
