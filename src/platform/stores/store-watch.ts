import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { Limits } from '../limits/index.js';
import { ServiceMetrics } from '../observability/index.js';
import { LOGGER, type Logger } from '../observability/logger-token.js';
import { Clock } from '../time/clock.js';
import { withTimeout } from '../time/with-timeout.js';

export const STORE_CHECK_SECONDS = 10;
/** The same as that of GET /health/ready. */
const DEADLINE_MS = 2000;

export interface DatabaseState {
  isUp: boolean;
  since: Date;
  cause: string | null;
}

/** Checks periodically whether the database is writable and Redis counts. */
@Injectable()
export class StoreWatch {
  /** The result of the last check. */
  databaseState: DatabaseState;

  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly metrics: ServiceMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.databaseState = { isUp: true, since: clock.now(), cause: null };
    this.metrics.databaseUp.set(1);
    this.metrics.redisUp.set(1);
  }

  async check(): Promise<void> {
    const [cause, isRedisUp] = await Promise.all([
      withTimeout(this.databaseFault(), DEADLINE_MS, `no write within ${DEADLINE_MS / 1000} s`),
      withTimeout(this.limits.isHealthy(), DEADLINE_MS, false),
    ]);
    const isUp = cause === null;
    this.metrics.databaseUp.set(Number(isUp));
    this.metrics.redisUp.set(Number(isRedisUp));
    if (isUp !== this.databaseState.isUp) this.change({ isUp, since: this.clock.now(), cause });
  }

  private databaseFault(): Promise<string | null> {
    return this.database.proveWritable().then(
      () => null,
      ({ message }: Error) => message,
    );
  }

  private change(state: DatabaseState): void {
    this.databaseState = state;
    if (state.isUp) this.logger.info('the database takes writes again');
    else this.logger.error({ cause: state.cause }, 'the database takes no writes');
  }
}
