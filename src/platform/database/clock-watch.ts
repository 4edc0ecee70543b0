import { Inject, Injectable } from '@nestjs/common';
import { ServiceMetrics } from '../observability/index.js';
import { LOGGER, type Logger } from '../observability/logger-token.js';
import { Clock, SKEW_SECONDS_MAX } from '../time/clock.js';
import { DatabaseClock } from '../time/database-clock.js';
import { Database } from './database.js';

export const CLOCK_CHECK_SECONDS = 10;

/** Keeps this process on the time of the database, and knows whether the machine's clock is wrong. */
@Injectable()
export class ClockWatch {
  private wasSkewed = false;

  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly metrics: ServiceMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** How many seconds the machine's clock is ahead of the database's; negative: behind. */
  get skewSeconds(): number {
    return this.clock.skewSeconds;
  }

  get isSkewed(): boolean {
    return Math.abs(this.skewSeconds) > SKEW_SECONDS_MAX;
  }

  async check(): Promise<void> {
    await adjusted(this.clock, this.database);
    const { skewSeconds, isSkewed } = this;
    this.metrics.clockSkew.set(skewSeconds);
    if (isSkewed === this.wasSkewed) return;
    this.wasSkewed = isSkewed;
    if (isSkewed)
      this.logger.error({ skewSeconds }, 'the clock of this machine is wrong: it recovers no messages');
    else this.logger.info({ skewSeconds }, 'the clock of this machine is right again');
  }
}

export async function adjusted(clock: Clock, database: Database): Promise<Clock> {
  if (clock instanceof DatabaseClock) await clock.adjust(() => database.now());
  return clock;
}
