import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Audit } from '../audit/index.js';
import { addSeconds, Clock } from '../common/clock.js';
import { Database, purge } from '../common/database/index.js';
import { inBatches } from '../common/in-batches.js';
import { Sweepers } from '../common/sweepers.js';
import { LoginAddress } from './login-address.entity.js';
import { LoginCount } from './login-count.entity.js';
import { KNOWN_DAYS } from './login-throttle.js';
import { LoginSession } from './sessions/login-session.entity.js';

const EVERY_SECONDS = 60;
/** A pause may outlive the window it began in. */
const COUNT_KEPT_SECONDS = 600;
/** What guesses at ever new names may take; beyond it the counts that end first go early. */
const COUNTS_MAX = 200_000;
const DAY_SECONDS = 86_400;

/** Counts and sessions that are over, addresses of long ago and old lines of the security log go. */
@Injectable()
export class LoginHousekeeping {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    sweepers: Sweepers,
  ) {
    sweepers.every('login housekeeping', EVERY_SECONDS, () => this.round());
  }

  async round(countsMax = COUNTS_MAX): Promise<void> {
    const now = this.clock.now();
    const over = { endsAt: LessThan(addSeconds(now, -COUNT_KEPT_SECONDS)) };
    await inBatches((limit) => purge(this.database, LoginCount, { where: over, by: 'fingerprint' }, limit));
    const ended = { expiresAt: LessThan(now) };
    await inBatches((limit) => purge(this.database, LoginSession, { where: ended, by: 'id' }, limit));
    const old = { lastAt: LessThan(addSeconds(now, -KNOWN_DAYS * DAY_SECONDS)) };
    await inBatches((limit) => purge(this.database, LoginAddress, { where: old, by: 'userId' }, limit));
    await this.audit.purgeOld();
    let excess = (await this.database.read.count(LoginCount)) - countsMax;
    await inBatches(async (limit) => {
      const taken = await this.shed(Math.min(limit, Math.max(0, excess)));
      excess -= taken;
      return taken;
    });
  }

  private async shed(count: number): Promise<number> {
    if (count === 0) return 0;
    const first = await this.database.read.find(LoginCount, {
      select: { fingerprint: true },
      order: { endsAt: 'ASC' },
      take: count,
    });
    const fingerprint = In(first.map((row) => row.fingerprint));
    await this.database.tx((tx) => tx.delete(LoginCount, { fingerprint }));
    return first.length;
  }
}
