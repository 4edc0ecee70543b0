import { Injectable } from '@nestjs/common';
import { Between, type EntityManager } from 'typeorm';
import { PollBound } from '../../platform/background/poll-bound.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database } from '../../platform/database/index.js';
import { Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { Verification } from './verification.entities.js';
import { VerificationRows } from './verification-rows.js';

const EVERY_SECONDS = 10;
/** Verifications of one transaction, and transactions of one round. */
const BATCH = 50;
const BATCHES_MAX = 100;

/** Ends expired verifications and writes their events. Instances share the work. */
@Injectable()
export class VerificationExpiry {
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly rows: VerificationRows,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    sweepers.every('verifications that expire', EVERY_SECONDS, (stopping) => this.expireDue(stopping));
  }

  async expireDue(stopping?: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const references = await this.next();
      if (references.length === 0) return;
      if (await this.database.tx((tx) => this.end(tx, references))) this.webhooks.committed();
    }
  }

  private async next(): Promise<string[]> {
    const now = this.clock.now();
    const over = await this.database.read.find(Verification, {
      select: { id: true, reference: true, expiresAt: true },
      where: { status: 'pending', expiresAt: Between(new Date(this.bound.begin()), now) },
      order: { expiresAt: 'ASC' },
      take: BATCH,
    });
    this.bound.found(over[0]?.expiresAt.getTime(), now.getTime());
    return over.map(({ reference }) => reference);
  }

  /** Ends those that nobody has ended or renewed meanwhile; by reference, as a status update locks them. */
  private async end(tx: EntityManager, references: string[]): Promise<boolean> {
    const rows = await this.database.lockRows(tx, Verification, 'reference', references);
    const now = this.clock.now();
    const over = rows.filter(({ status, expiresAt }) => status === 'pending' && expiresAt <= now);
    for (const verification of over)
      await this.rows.write(tx, verification, { change: { status: 'expired' } }, true);
    return over.length > 0;
  }
}
