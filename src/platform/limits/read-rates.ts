import { Injectable } from '@nestjs/common';
import { NO_SESSION, type Principal } from '../access/principal.js';
import { CommonSettings } from '../process/common-settings.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import type { Limiter, LimitUse } from './limiter.js';
import { Limits } from './limits.js';
import { type CapUse, rateLimited } from './rate-headers.js';

/** The cap's name, in the headers too. */
export const READ = 'read';
/** What all keys of an account may read together, in the headers. */
const ACCOUNT = 'account';
/** One key that loops leaves the others of its account their reads. */
const KEYS_TOGETHER = 5;

/**
 * Reads per minute: of an account by its sessions, of each API key, and of all keys of an account. Keys and sessions
 * count apart, so that a leaked key cannot lock its owner out of the dashboard.
 */
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
      await own.giveBack();
      throw error;
    }
  }

  private async count(name: string, tracker: string, quota: number): Promise<CapUse & LimitUse> {
    const use = await this.limiter.consume(tracker, quota);
    if (!use.allowed) throw rateLimited({ name, quota, resetSeconds: use.resetSeconds });
    return { ...use, name, quota };
  }
}

/** An administrator's read-only view of an account uses up nothing of its owner's. */
const trackerOf = ({ userId, sessionId }: Extract<Principal, { kind: 'user' }>) =>
  `${sessionId === NO_SESSION ? 'view' : 'user'}:${userId}`;
