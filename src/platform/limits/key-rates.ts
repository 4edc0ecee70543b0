import { Injectable } from '@nestjs/common';
import type { ApiKeyPrincipal } from '../access/principal.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import type { Limiter, LimitUse } from './limiter.js';
import { Limits } from './limits.js';
import { type CapUse, rateLimited } from './rate-headers.js';

/** In the headers. */
const NAME = 'key';

export type KeyUse = CapUse & Pick<LimitUse, 'giveBack'>;

/** The caps per minute that owners give their API keys, beside the account's. A key and its rotations count as one. */
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
