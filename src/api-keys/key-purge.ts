import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Config } from '../config/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database } from '../platform/database/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { ApiKey } from './api-key.entity.js';

/** Purges API keys that were deleted long ago, unless a message, a rollup or a rotated key still refers to them. */
@Injectable()
export class KeyPurge {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.purge('deleted API keys', (limit) => this.purge(limit));
  }

  /** Deletes up to `limit` keys and returns the count. */
  private async purge(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.DELETED_RETENTION_DAYS * DAY_SECONDS);
    const rows = await this.database.read
      .createQueryBuilder(ApiKey, 'k')
      .select('k.id', 'id')
      .where('k.deletedAt < :before', { before })
      .andWhere(
        'NOT EXISTS (SELECT 1 FROM messages m WHERE m.user_id = k.user_id AND m.livemode IN (0, 1) AND m.api_key_id = k.id)',
      )
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM analytics_days a WHERE a.user_id = k.user_id AND a.livemode IN (0, 1)
          AND a.part = 'key' AND a.value = CONCAT(k.id, ''))`,
      )
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM api_keys o WHERE o.user_id = k.user_id AND o.deleted_at IS NULL
          AND (o.root_id = COALESCE(k.root_id, k.id)))`,
      )
      .limit(limit)
      .getRawMany<{ id: number }>();
    if (rows.length === 0) return 0;
    // A deleted key stays deleted.
    await this.database.tx((tx) => tx.delete(ApiKey, { id: In(rows.map(({ id }) => id)) }));
    return rows.length;
  }
}
