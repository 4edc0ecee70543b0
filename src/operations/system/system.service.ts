import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { DevicePool } from '../../gateway/index.js';
import { MessageReader } from '../../history/index.js';
import { CallbackInbox } from '../../otp/index.js';
import { Database } from '../../platform/database/index.js';
import { Limits } from '../../platform/limits/index.js';
import { VERSION } from '../../platform/process/project.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { DeliveryReader } from '../../webhook/index.js';
import { LedgerAuditor } from '../books/index.js';
import { DeviceCounts, type SystemView } from './system.dto.js';

/** The state of this instance and of the shared stores, for administrators. */
@Injectable()
export class SystemService {
  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    private readonly messages: MessageReader,
    private readonly inbox: CallbackInbox,
    private readonly deliveries: DeliveryReader,
    private readonly pool: DevicePool,
    private readonly books: LedgerAuditor,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async view(): Promise<SystemView> {
    const [database, redis, queues, devices] = await Promise.all([
      this.databaseState(),
      this.redisState(),
      this.queues(),
      this.deviceCounts(),
    ]);
    return { ...this.process(), database, redis, queues, books: this.booksState(), devices };
  }

  private process() {
    const uptimeSeconds = Math.floor(process.uptime());
    const { rss: rss_bytes, heapUsed: heap_used_bytes } = process.memoryUsage();
    return {
      version: VERSION,
      node: process.version,
      instance: `${hostname()}:${process.pid}`,
      started_at: addSeconds(this.clock.now(), -uptimeSeconds).toISOString(),
      uptime_seconds: uptimeSeconds,
      memory: { rss_bytes, heap_used_bytes },
    };
  }

  private async databaseState(): Promise<SystemView['database']> {
    const { engine, read } = this.database;
    const startMs = performance.now();
    const [row] = await read.query<{ version: string }[]>(
      `SELECT ${engine === 'sqlite' ? 'sqlite_version()' : 'VERSION()'} AS version`,
    );
    const latencyMs = performance.now() - startMs;
    const applied = await read.query<{ name: string }[]>('SELECT name FROM migrations');
    const names = new Set(applied.map(({ name }) => name));
    const pending = read.dataSource.migrations.filter(
      ({ name, constructor }) => !names.has(name ?? constructor.name),
    );
    return {
      engine,
      version: row?.version ?? '',
      latency_ms: Math.round(latencyMs * 10) / 10,
      migrations: { applied: names.size, pending: pending.length },
    };
  }

  private async redisState(): Promise<SystemView['redis']> {
    if (!this.config.REDIS_URL) return { configured: false, state: 'unused' };
    return { configured: true, state: (await this.limits.isHealthy()) ? 'up' : 'down' };
  }

  private async queues(): Promise<SystemView['queues']> {
    const [webhooks, callbacks, pending] = await Promise.all([
      this.deliveries.waiting(),
      this.inbox.count(),
      this.messages.countPending(),
    ]);
    return {
      webhook_events: webhooks.events,
      webhook_deliveries: webhooks.deliveries,
      webhook_deliveries_held: webhooks.held,
      callbacks,
      pending_messages: pending,
    };
  }

  private booksState(): SystemView['books'] {
    const { lastCheck, nextCheckAt } = this.books;
    return {
      every_seconds: this.config.BOOKS_SECONDS,
      last_checked_at: lastCheck?.at.toISOString() ?? null,
      next_check_at: nextCheckAt?.toISOString() ?? null,
      violations: lastCheck?.broken.length ?? null,
    };
  }

  private async deviceCounts(): Promise<DeviceCounts> {
    const counts = new DeviceCounts();
    const spent = await this.pool.spent();
    const now = this.clock.now();
    for (const pooled of await this.pool.watched()) {
      const { state } = pooled.device;
      if (state === 'draining' || state === 'setup') {
        counts[state]++;
        continue;
      }
      const health = pooled.healthAt(now);
      counts[health]++;
      if ((health === 'well' || health === 'degraded') && spent.has(pooled.id)) counts.at_limit++;
      if (pooled.localHealth.cooldownLevelAt(now) !== 'none') counts.resting++;
    }
    return counts;
  }
}
