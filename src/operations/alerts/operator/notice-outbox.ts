import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { Config } from '../../../config/index.js';
import { backoffSeconds } from '../../../platform/background/backoff.rules.js';
import { Database } from '../../../platform/database/index.js';
import { newReference } from '../../../platform/ids/random.js';
import { addSeconds, Clock } from '../../../platform/time/clock.js';
import { AlertMetrics } from './alert-metrics.js';
import {
  type AlertEvent,
  type NoticeChannel,
  OperatorAlert,
  OperatorNotice,
} from './operator-alert.entity.js';

const BATCH = 100;
/** Longer than an attempt takes. An instance that holds a notice longer has died. */
const LEASE_SECONDS = { mail: 300, webhook: 60 } as const;

/** A notice that only this process may send until its lease ends. */
export interface LeasedNotice {
  notice: OperatorNotice;
  alert: OperatorAlert;
}

/** The outbox of notices. One instance sends each; after a crash its lease ends and another retries. */
@Injectable()
export class NoticeOutbox {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: AlertMetrics,
  ) {}

  /** Stores a notice for each target, in the transaction of the alert. */
  async enqueue(tx: EntityManager, alertId: number, event: AlertEvent): Promise<void> {
    const now = this.clock.now();
    const rows = this.targets().map(({ channel, target }) => ({
      reference: newReference('alert', now),
      alertId,
      event,
      channel,
      target,
      state: 'pending' as const,
      attempts: 0,
      dueAt: now,
      toldAt: null,
      createdAt: now,
    }));
    if (rows.length > 0) await tx.insert(OperatorNotice, rows);
  }

  /** Withdraws pending notices of a beginning; the end is still sent. */
  async withdraw(tx: EntityManager, alertId: number): Promise<void> {
    const rows = await this.database.lockWhere(tx, OperatorNotice, { alertId, event: 'began' });
    const ids = rows.filter(({ state }) => state === 'pending').map(({ id }) => id);
    await tx.update(OperatorNotice, { id: In(ids) }, { state: 'withdrawn' });
  }

  /** Due notices, oldest first. The end of an alert waits for the notice of its beginning. */
  async due(channel: NoticeChannel): Promise<OperatorNotice[]> {
    return this.database.read
      .createQueryBuilder(OperatorNotice, 'notice')
      .where({ state: 'pending', channel, dueAt: LessThanOrEqual(this.clock.now()) })
      .andWhere((outer) => {
        const earlier = outer
          .subQuery()
          .select('1')
          .from(OperatorNotice, 'earlier')
          .where('earlier.alertId = notice.alertId AND earlier.channel = notice.channel')
          .andWhere("earlier.target = notice.target AND earlier.state = 'pending'")
          .andWhere('earlier.id < notice.id');
        return `NOT EXISTS ${earlier.getQuery()}`;
      })
      .orderBy('notice.id')
      .limit(BATCH)
      .getMany();
  }

  /** Leases the notices of `due` that no other instance has leased. */
  async lease(due: readonly OperatorNotice[]): Promise<LeasedNotice[]> {
    const alerts = await this.database.read.findBy(OperatorAlert, {
      id: In(due.map(({ alertId }) => alertId)),
    });
    const leased: LeasedNotice[] = [];
    for (const notice of due) {
      const alert = alerts.find(({ id }) => id === notice.alertId);
      const dueAt = addSeconds(this.clock.now(), LEASE_SECONDS[notice.channel]);
      const change = { dueAt, attempts: notice.attempts + 1 };
      if (alert && (await this.move(notice, change)))
        leased.push({ notice: { ...notice, ...change }, alert });
    }
    return leased;
  }

  async markSent({ notice }: LeasedNotice): Promise<void> {
    await this.move(notice, { state: 'told', toldAt: this.clock.now() });
    this.metrics.notices.inc({ channel: notice.channel, result: 'told' });
  }

  /** Retries later, or gives up. */
  async retryLater({ notice }: LeasedNotice): Promise<void> {
    const next = nextTryAt(notice.createdAt, notice.attempts, this.clock.now());
    await this.move(notice, next ? { dueAt: next } : { state: 'given_up' });
    this.metrics.notices.inc({ channel: notice.channel, result: next ? 'retried' : 'given_up' });
  }

  /** All configured receivers. */
  targets(): { channel: NoticeChannel; target: string }[] {
    const mails = this.config.alertMailTo.map((target) => ({ channel: 'mail' as const, target }));
    return this.config.ALERT_WEBHOOK_URL ? [...mails, { channel: 'webhook', target: '' }] : mails;
  }

  /** Compare-and-set on the due time, which identifies the lease. */
  private async move({ id, dueAt }: OperatorNotice, change: Partial<OperatorNotice>): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, OperatorNotice, { id });
      if (row?.state !== 'pending' || row.dueAt.getTime() !== dueAt.getTime()) return false;
      await tx.update(OperatorNotice, { id }, change);
      return true;
    });
  }
}

const GIVEN_UP_SECONDS = 86_400;

/** When to retry after this many attempts; `undefined`: the notice is a day old. */
export function nextTryAt(createdAt: Date, attempts: number, now: Date): Date | undefined {
  const next = addSeconds(now, backoffSeconds(attempts));
  return next > addSeconds(createdAt, GIVEN_UP_SECONDS) ? undefined : next;
}
