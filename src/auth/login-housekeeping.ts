import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, purge } from '../platform/database/index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { LoginAddress, LoginCount, LoginSession } from './auth.entities.js';
import { KNOWN_SECONDS } from './login-throttle.js';

/** A pause may outlive the window it began in. */
const COUNT_KEPT_SECONDS = 600;
/** Guesses at random names could fill the table: beyond this, the counts that end first are deleted. */
const COUNTS_MAX = 200_000;

/** Purges expired counts and sessions, and old addresses. */
@Injectable()
export class LoginHousekeeping {
  constructor(
    private readonly database: Database,
    clock: Clock,
    sweepers: Sweepers,
  ) {
    const ago = (seconds: number) => LessThan(addSeconds(clock.now(), -seconds));
    sweepers.purge('login counts', (limit) =>
      purge(database, LoginCount, { where: { endsAt: ago(COUNT_KEPT_SECONDS) }, by: 'fingerprint' }, limit),
    );
    sweepers.purge('login counts that are too many', (limit) => this.shed(limit));
    sweepers.purge('sessions', (limit) =>
      purge(database, LoginSession, { where: { expiresAt: ago(0) }, by: 'id' }, limit),
    );
    sweepers.purge('login addresses', (limit) =>
      purge(database, LoginAddress, { where: { lastAt: ago(KNOWN_SECONDS) }, by: 'userId' }, limit),
    );
  }

  async shed(limit: number, countsMax = COUNTS_MAX): Promise<number> {
    const excess = (await this.database.read.count(LoginCount)) - countsMax;
    if (excess <= 0) return 0;
    const first = await this.database.read.find(LoginCount, {
      select: { fingerprint: true },
      order: { endsAt: 'ASC' },
      take: Math.min(limit, excess),
    });
    const fingerprint = In(first.map((row) => row.fingerprint));
    await this.database.tx((tx) => tx.delete(LoginCount, { fingerprint }));
    return first.length;
  }
}
