import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { DevicePool, DeviceProber, FIRST_PROBE_MS } from '../../gateway/index.js';
import { Database } from '../../platform/database/index.js';
import { Limits } from '../../platform/limits/index.js';
import { inTime } from '../../platform/time/in-time.js';
import type { ReadyView } from './health.dto.js';

const DEADLINE_MS = 2000;

/** Whether this instance should be sent requests: its database takes writes, and it is not on its way out. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  private stopping = false;
  private underWay: Promise<ReadyView> | undefined;

  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly config: Config,
  ) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Callers at the same time share one look, so that probes cannot crowd out the sends. */
  check(): Promise<ReadyView> {
    this.underWay ??= this.look().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** The first that a stop does: balancers look elsewhere while requests under way end. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  private async look(): Promise<ReadyView> {
    const [database, redis, devices] = await Promise.all([
      inTime(this.askDatabase(), DEADLINE_MS, 'down' as const),
      inTime(this.askRedis(), DEADLINE_MS, 'down' as const),
      inTime(this.askPool(), FIRST_PROBE_MS + DEADLINE_MS, 'unknown' as const),
    ]);
    return { status: this.statusFrom(database), database, redis, devices };
  }

  private statusFrom(database: 'up' | 'down'): ReadyView['status'] {
    if (this.stopping) return 'stopping';
    return database === 'up' ? 'ready' : 'not_ready';
  }

  private async askDatabase(): Promise<'up'> {
    await this.database.proveWritable();
    return 'up';
  }

  private async askRedis(): Promise<'up' | 'down' | 'unused'> {
    if (!this.config.REDIS_URL) return 'unused';
    return (await this.limits.isHealthy()) ? 'up' : 'down';
  }

  /** Where there is no device yet that may be used, their first probes may still bring one. */
  private async askPool(): Promise<'available' | 'none'> {
    if (await this.pool.isAvailable()) return 'available';
    await this.prober.firstOfAll();
    return (await this.pool.isAvailable()) ? 'available' : 'none';
  }
}
