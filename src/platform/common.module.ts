import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Sweepers } from './background/sweepers.js';
import { adjusted, ClockWatch, Database, type Schema } from './database/index.js';
import { Idempotency } from './idempotency/index.js';
import { InFlight, KeyRates, Limits, ReadRates, WriteRates } from './limits/index.js';
import { Metrics, ServiceMetrics } from './observability/index.js';
import { LOGGER, type Logger } from './observability/logger-token.js';
import { CommonSettings } from './process/common-settings.js';
import { VERIFIED_DATA_KEY, verifyDataKey } from './security/data-key.js';
import { Sealer } from './security/sealer.js';
import { StoreWatch } from './stores/store-watch.js';
import { Calendar } from './time/calendar.js';
import { Clock } from './time/clock.js';
import { TimeCounters } from './time-counters/index.js';

export interface CommonOptions {
  config: CommonSettings;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  schema: Schema;
  /** See {@link DatabaseOptions.isGuest}. */
  isGuest?: boolean;
}

const databaseOptions = (config: CommonSettings) => ({
  url: config.DATABASE_URL,
  caFile: config.DATABASE_CA_FILE,
  poolSize: config.DATABASE_POOL_SIZE,
  acquireTimeoutMs: config.DATABASE_ACQUIRE_TIMEOUT_MS,
  queryTimeoutMs: config.DATABASE_QUERY_TIMEOUT_MS,
  watchesNesting: !config.isProduction,
});

async function adjustedClock(clock: Clock, database: Database): Promise<Clock> {
  try {
    return await adjusted(clock, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Providers for every module. Closes the database and Redis after all modules have stopped. */
@Global()
@Module({})
export class CommonModule implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  static forRoot({ config, clock, logger, metrics, schema, isGuest }: CommonOptions): DynamicModule {
    const onRedisError = (error: Error) =>
      logger.warn({ err: { message: error.message } }, 'redis is not available');
    const providers = [
      {
        provide: VERIFIED_DATA_KEY,
        inject: [Database, Clock],
        useFactory: (database: Database) => verifyDataKey(database, config, { clock, logger }),
      },
      { provide: CommonSettings, inject: [VERIFIED_DATA_KEY], useFactory: () => config },
      {
        provide: Clock,
        inject: [Database],
        useFactory: (database: Database) => adjustedClock(clock, database),
      },
      { provide: ClockWatch, useClass: ClockWatch },
      { provide: StoreWatch, useClass: StoreWatch },
      { provide: LOGGER, useValue: logger },
      { provide: Metrics, useValue: metrics },
      { provide: ServiceMetrics, useClass: ServiceMetrics },
      { provide: Calendar, useValue: new Calendar(config.TIMEZONE) },
      { provide: Sealer, inject: [VERIFIED_DATA_KEY], useFactory: () => new Sealer(config.dataKeys) },
      {
        provide: Limits,
        useFactory: () =>
          Limits.open({
            redis: config.REDIS_URL ? { url: config.REDIS_URL, caFile: config.REDIS_CA_FILE } : undefined,
            redisTimeoutMs: config.REDIS_TIMEOUT_MS,
            processes: config.processes,
            onRedisError,
          }),
      },
      { provide: Sweepers, useClass: Sweepers },
      { provide: TimeCounters, useClass: TimeCounters },
      { provide: KeyRates, useClass: KeyRates },
      { provide: ReadRates, useClass: ReadRates },
      { provide: WriteRates, useClass: WriteRates },
      { provide: InFlight, useClass: InFlight },
      { provide: Idempotency, useClass: Idempotency },
      {
        provide: Database,
        useFactory: () => Database.open({ ...databaseOptions(config), isGuest }, schema),
      },
    ];
    return { module: CommonModule, providers, exports: providers.map(({ provide }) => provide) };
  }

  async onApplicationShutdown(): Promise<void> {
    this.limits.close();
    await this.database.close();
    this.logger.info('stopped');
  }
}
