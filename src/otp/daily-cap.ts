import { Injectable } from '@nestjs/common';
import { In, LessThan, type EntityManager } from 'typeorm';
import { Calendar } from '../common/calendar.js';
import { Clock, secondsUntil } from '../common/clock.js';
import { Database, increment } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { ApiKeyUsage } from './api-key-usage.entity.js';

/** How many messages one API key may open on a local day, over all instances. */
@Injectable()
export class DailyCap {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  /** Counts a message of `day` in the transaction that opens it. Fails with `daily_cap_reached`. */
  async count(tx: EntityManager, { apiKeyId, dailyCap }: ApiKeyPrincipal, day: string): Promise<void> {
    if (dailyCap === null || (await this.add(tx, apiKeyId, day, dailyCap))) return;
    // Either the cap is reached, or there is no row to guard yet.
    await increment(tx, 'api_key_usage', { api_key_id: apiKeyId, day }, { sends: 0 });
    if (await this.add(tx, apiKeyId, day, dailyCap)) return;
    const now = this.clock.now();
    const retryAfterSeconds = secondsUntil(now, this.calendar.endOfDay(now));
    throw new AppError('daily_cap_reached', { retryAfterSeconds });
  }

  /** Forgets the counts of days gone by, those of a bounded number of keys at once. */
  async purge(limit: number): Promise<void> {
    const past = { day: LessThan(this.calendar.day(this.clock.now())) };
    const rows = await this.database.read.find(ApiKeyUsage, { where: past, take: limit });
    if (rows.length === 0) return;
    const apiKeyId = In(rows.map((row) => row.apiKeyId));
    await this.database.tx((tx) => tx.delete(ApiKeyUsage, { ...past, apiKeyId }));
  }

  private async add(tx: EntityManager, apiKeyId: number, day: string, cap: number): Promise<boolean> {
    const { affected } = await tx.update(
      ApiKeyUsage,
      { apiKeyId, day, sends: LessThan(cap) },
      { sends: () => 'sends + 1' },
    );
    return affected === 1;
  }
}
