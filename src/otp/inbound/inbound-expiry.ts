import { Injectable } from '@nestjs/common';
import { Between, LessThan } from 'typeorm';
import { Config } from '../../config/index.js';
import { UsageRollup } from '../../credit/index.js';
import { PollBound } from '../../platform/background/poll-bound.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, purge } from '../../platform/database/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { LegalHolds } from '../../privacy/records/index.js';
import { WebhookOutbox } from '../../webhook/index.js';
import type { Ending } from '../verifications/verification.rules.js';
import { InboundStore } from './inbound-store.js';
import { InboundVerification } from './inbound-verification.entity.js';

const EVERY_SECONDS = 10;
const BATCH = 50;
const BATCHES_MAX = 100;

/** Ends inbound verifications at their time, and purges old ones. Instances share the work. */
@Injectable()
export class InboundExpiry {
  private readonly sweeper: Sweeper;
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly store: InboundStore,
    private readonly webhooks: WebhookOutbox,
    private readonly usage: UsageRollup,
    private readonly holds: LegalHolds,
    config: Config,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    this.sweeper = sweepers.every('inbound verifications that expire', EVERY_SECONDS, (stopping) =>
      this.endDue(stopping),
    );
    if (config.MESSAGE_RETENTION_DAYS > 0)
      this.purgeAfter(sweepers, 'inbound verifications', true, config.MESSAGE_RETENTION_DAYS);
    if (config.TEST_MESSAGE_RETENTION_DAYS > 0)
      this.purgeAfter(sweepers, 'inbound test verifications', false, config.testMessageDays);
  }

  /** Looks again when this one is due, since inbound verifications of test keys cannot wait for the next round. */
  expect({ dueAt }: Pick<InboundVerification, 'dueAt'>): void {
    this.sweeper.within(dueAt.getTime() - this.clock.now().getTime());
  }

  async endDue(stopping?: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const references = await this.next();
      for (const reference of references) await this.end(reference);
      if (references.length < BATCH) return;
    }
  }

  private async next(): Promise<string[]> {
    const now = this.clock.now();
    const due = await this.database.read.find(InboundVerification, {
      select: { id: true, reference: true, dueAt: true },
      where: { status: 'pending', dueAt: Between(new Date(this.bound.begin()), now) },
      order: { dueAt: 'ASC' },
      take: BATCH,
    });
    this.bound.found(due[0]?.dueAt.getTime(), now.getTime());
    return due.map(({ reference }) => reference);
  }

  /** Unless another instance, a text or a cancellation has ended it meanwhile. */
  private async end(reference: string): Promise<void> {
    const hasEvent = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, InboundVerification, { reference });
      if (row?.status !== 'pending' || row.dueAt > this.clock.now()) return false;
      return this.store.end(tx, row, row.dueStatus as Ending);
    });
    if (hasEvent) this.webhooks.committed();
  }

  private purgeAfter(sweepers: Sweepers, name: string, livemode: boolean, days: number): void {
    sweepers.purge(name, async (limit) => {
      // Without it, a line of the ledger has no key and brand.
      if (livemode) await this.usage.catchUpAll();
      const endedAt = LessThan(addSeconds(this.clock.now(), -days * DAY_SECONDS));
      const where = { livemode, endedAt, userId: await this.holds.notHeld() };
      return purge(this.database, InboundVerification, { where, by: 'id' }, limit);
    });
  }
}
