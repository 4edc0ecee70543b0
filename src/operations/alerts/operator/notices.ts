import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { Config } from '../../../config/index.js';
import { Database } from '../../../platform/database/index.js';
import { newReference } from '../../../platform/ids/random.js';
import { addSeconds, Clock } from '../../../platform/time/clock.js';
import { AlertMetrics } from './alert-metrics.js';
import { nextTryAt } from './notice-retries.rules.js';
import { OperatorAlert } from './operator-alert.entity.js';
import { type AlertEvent, type NoticeChannel, OperatorNotice } from './operator-notice.entity.js';

const BATCH = 100;
/** Longer than telling takes, silent servers included: whoever has it that long has died. */
const LEASE_SECONDS = { mail: 300, webhook: 60 } as const;

/** A notice that is this process's to tell until its lease ends. */
export interface ClaimedNotice {
  notice: OperatorNotice;
  alert: OperatorAlert;
}

/** The outbox of alerts: of many instances one tells each notice, and what a dead one had comes back by itself. */
@Injectable()
export class Notices {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: AlertMetrics,
  ) {}

  /** Notes, in the transaction in which it happens, that everybody who is to be told be told. */
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

  /** That an alert began is told to nobody any more who was not told yet; its end is. */
  async withdraw(tx: EntityManager, alertId: number): Promise<void> {
    const untold = { alertId, event: 'began', state: 'pending' } as const;
    await tx.update(OperatorNotice, untold, { state: 'withdrawn' });
  }

  /** What is due, oldest first; that an alert ended waits until it is told that it began. */
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

  /** Those of `due` that nobody else has got, each with its alert. */
  async claim(due: readonly OperatorNotice[]): Promise<ClaimedNotice[]> {
    const alerts = await this.database.read.findBy(OperatorAlert, {
      id: In(due.map(({ alertId }) => alertId)),
    });
    const claimed: ClaimedNotice[] = [];
    for (const notice of due) {
      const alert = alerts.find(({ id }) => id === notice.alertId);
      const dueAt = addSeconds(this.clock.now(), LEASE_SECONDS[notice.channel]);
      const change = { dueAt, attempts: notice.attempts + 1 };
      if (alert && (await this.move(notice, change)))
        claimed.push({ notice: { ...notice, ...change }, alert });
    }
    return claimed;
  }

  async told({ notice }: ClaimedNotice): Promise<void> {
    await this.move(notice, { state: 'told', toldAt: this.clock.now() });
    this.metrics.notices.inc({ channel: notice.channel, result: 'told' });
  }

  /** It was not taken: tried again later, or given up. */
  async refused({ notice }: ClaimedNotice): Promise<void> {
    const next = nextTryAt(notice.createdAt, notice.attempts, this.clock.now());
    await this.move(notice, next ? { dueAt: next } : { state: 'given_up' });
    this.metrics.notices.inc({ channel: notice.channel, result: next ? 'retried' : 'given_up' });
  }

  /** Everybody who is told of alerts, as the configuration has it. */
  targets(): { channel: NoticeChannel; target: string }[] {
    const mails = this.config.alertMailTo.map((target) => ({ channel: 'mail' as const, target }));
    return this.config.ALERT_WEBHOOK_URL ? [...mails, { channel: 'webhook', target: '' }] : mails;
  }

  /** Only from where it was read: the due time is the claim on it. */
  private async move({ id, dueAt }: OperatorNotice, change: Partial<OperatorNotice>): Promise<boolean> {
    const { affected } = await this.database.tx((tx) =>
      tx.update(OperatorNotice, { id, state: 'pending', dueAt }, change),
    );
    return affected === 1;
  }
}
