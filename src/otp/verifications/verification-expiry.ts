import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database } from '../../platform/database/index.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { Verification } from './verification.entity.js';
import { VerificationRows } from './verification-rows.js';

const EVERY_SECONDS = 10;
/** Verifications of one transaction, and transactions of one round. */
const BATCH = 50;
const BATCHES_MAX = 100;

/** Ends expired verifications and writes their events. Instances share the work. */
@Injectable()
export class VerificationExpiry {
  constructor(
    private readonly database: Database,
    private readonly rows: VerificationRows,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.every('verifications that expire', EVERY_SECONDS, (stopping) => this.expireDue(stopping));
  }

  async expireDue(stopping?: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const ids = await this.next();
      // None is left, or other instances have locked all of them.
      if (ids.length === 0 || (await this.database.tx((tx) => this.end(tx, ids))) === 0) return;
      this.webhooks.committed();
    }
  }

  private async next(): Promise<number[]> {
    const over = await this.database.read.find(Verification, {
      select: { id: true },
      where: { status: 'pending', expiresAt: LessThanOrEqual(this.clock.now()) },
      order: { expiresAt: 'ASC' },
      take: BATCH,
    });
    return over.map(({ id }) => id);
  }

  /** Skips rows that another transaction has locked; returns how many ended. */
  private async end(tx: EntityManager, ids: number[]): Promise<number> {
    const query = tx
      .createQueryBuilder(Verification, 'verification')
      .where({ id: In(ids), status: 'pending', expiresAt: LessThanOrEqual(this.clock.now()) })
      .orderBy('verification.id');
    const over = await this.database.lock(query, 'skip_locked').getMany();
    for (const verification of over) await this.rows.write(tx, verification, { status: 'expired' }, true);
    return over.length;
  }
}
