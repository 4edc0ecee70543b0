import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { DevicePool, DeviceProber, FIRST_PROBE_MS } from '../../gateway/index.js';
import { Database } from '../../platform/database/index.js';
import { Limits } from '../../platform/limits/index.js';
import { Field } from '../../platform/openapi/response-fields.js';
import { withTimeout } from '../../platform/time/with-timeout.js';

const DEADLINE_MS = 2000;

export class ReadyView {
  @Field('`stopping`: the service is shutting down and accepts no new requests', {
    enum: ['ready', 'not_ready', 'stopping'],
  })
  status!: 'ready' | 'not_ready' | 'stopping';
  @Field('down: it cannot be reached or written to (full disk, read-only server)', { enum: ['up', 'down'] })
  database!: 'up' | 'down';
  @Field(
    'down: it does not respond or cannot count. Limits then hold per instance, and the service is still ready',
    { enum: ['up', 'down', 'unused'] },
  )
  redis!: 'up' | 'down' | 'unused';
  @Field('none: sends fail with no_device; the service is still ready', {
    enum: ['available', 'none', 'unknown'],
  })
  devices!: 'available' | 'none' | 'unknown';
}

/** Whether this instance can take requests: the database is writable and no stop has begun. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  isStopping = false;
  private underWay: Promise<ReadyView> | undefined;

  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly config: Config,
  ) {}

  /** Concurrent callers share one check, so that probes cannot crowd out sends. */
  check(): Promise<ReadyView> {
    this.underWay ??= this.checkAll().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** Runs first at a stop: load balancers then send new requests elsewhere, while present ones end. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  private async checkAll(): Promise<ReadyView> {
    const [database, redis, devices] = await Promise.all([
      withTimeout(
        this.database.proveWritable().then(() => 'up' as const),
        DEADLINE_MS,
        'down' as const,
      ),
      withTimeout(this.askRedis(), DEADLINE_MS, 'down' as const),
      withTimeout(this.askPool(), FIRST_PROBE_MS + DEADLINE_MS, 'unknown' as const),
    ]);
    const status = this.isStopping ? 'stopping' : database === 'up' ? 'ready' : 'not_ready';
    return { status, database, redis, devices };
  }

  private async askRedis(): Promise<'up' | 'down' | 'unused'> {
    if (!this.config.REDIS_URL) return 'unused';
    return (await this.limits.isHealthy()) ? 'up' : 'down';
  }

  /** If no device is usable yet, waits for the first probes of the devices. */
  private async askPool(): Promise<'available' | 'none'> {
    if (await this.pool.isAvailable()) return 'available';
    await this.prober.firstOfAll();
    return (await this.pool.isAvailable()) ? 'available' : 'none';
  }
}
