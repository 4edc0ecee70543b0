import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/index.js';
import { Limits } from '../limits/index.js';
import { ServiceMetrics } from '../observability/index.js';
import { LOGGER } from '../observability/logger-token.js';
import { Clock } from '../time/clock.js';
import { inTime } from '../time/in-time.js';

export const STORE_CHECK_SECONDS = 10;
/** As readiness has it. */
const DEADLINE_MS = 2000;

export interface DatabaseState {
  isUp: boolean;
  /** When it became so. */
  since: Date;
  /** Why it is not up. */
  cause: string | null;
}

/** Checks now and then whether the database takes writes and Redis counts, also while nobody asks for anything. */
@Injectable()
export class StoreWatch {
  private state: DatabaseState;

  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly metrics: ServiceMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.state = { isUp: true, since: clock.now(), cause: null };
    this.metrics.databaseUp.set(1);
    this.metrics.redisUp.set(1);
  }

  /** As the last check found it. */
  get databaseState(): DatabaseState {
    return this.state;
  }

  async check(): Promise<void> {
    const [cause, isRedisUp] = await Promise.all([
      inTime(this.databaseFault(), DEADLINE_MS, `no write within ${DEADLINE_MS} ms`),
      inTime(this.limits.isHealthy(), DEADLINE_MS, false),
    ]);
    const isUp = cause === null;
    this.metrics.databaseUp.set(Number(isUp));
    this.metrics.redisUp.set(Number(isRedisUp));
    if (isUp !== this.state.isUp) this.change({ isUp, since: this.clock.now(), cause });
  }

  private databaseFault(): Promise<string | null> {
    return this.database.proveWritable().then(
      () => null,
      ({ message }: Error) => message,
    );
  }

  private change(state: DatabaseState): void {
    this.state = state;
    if (state.isUp) this.logger.info('the database takes writes again');
    else this.logger.error({ cause: state.cause }, 'the database takes no writes');
  }
}
