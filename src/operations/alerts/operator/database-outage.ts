import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../../config/index.js';
import { Database } from '../../../platform/database/index.js';
import { newReference } from '../../../platform/ids/random.js';
import { LOGGER } from '../../../platform/observability/logger-token.js';
import { StoreWatch } from '../../../platform/stores/store-watch.js';
import { scrub } from '../../../platform/text/scrub.js';
import { addSeconds, Clock } from '../../../platform/time/clock.js';
import { workerId } from '../../../platform/workers/index.js';
import { type AlertCondition, DATABASE_ALERT, instanceName } from './alert-kinds.rules.js';
import type { AlertNotification } from './alert-mail.rules.js';
import { AlertMetrics } from './alert-metrics.js';
import { AlertNotifier, webhookBody } from './alert-notifier.js';
import { nextTryAt, NoticeOutbox } from './notice-outbox.js';
import { type NoticeChannel, OperatorAlert } from './operator-alert.entity.js';

const CAUSE_MAX = 120;
/** Notices waiting for one target; the oldest are dropped. */
const WAITING_MAX = 10;

interface Waiting extends AlertNotification {
  /** The `webhook-id` of every attempt. */
  reference: string;
  createdAt: Date;
}

interface Queue {
  channel: NoticeChannel;
  news: Waiting[];
  attempts: number;
  dueAt: Date;
}

/**
 * Alerts the operator from memory while the database is down: once at the beginning and once at the end. Each
 * instance does so; of several workers only the first.
 */
@Injectable()
export class DatabaseOutage {
  private readonly isTeller = (workerId() ?? '1') === '1';
  private readonly queues = new Map<string, Queue>();
  private open: { sighting: AlertCondition; since: Date } | undefined;

  constructor(
    private readonly stores: StoreWatch,
    private readonly teller: AlertNotifier,
    private readonly notices: NoticeOutbox,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: AlertMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(): Promise<void> {
    if (!this.isTeller) return;
    await this.follow();
    await Promise.all([...this.queues].map(([target, queue]) => this.tell(target, queue)));
  }

  /** As for other alerts, the state must hold for ALERT_AFTER_SECONDS. */
  private async follow(): Promise<void> {
    const { isUp, since, cause } = this.stores.databaseState;
    if (addSeconds(since, this.config.ALERT_AFTER_SECONDS) > this.clock.now()) return;
    if (!this.open && !isUp) this.begin(since, cause);
    else if (this.open && isUp) await this.end(this.open, since);
  }

  private begin(since: Date, cause: string | null): void {
    const instance = instanceName();
    const detail = { instance, cause: cause && scrub(cause, CAUSE_MAX) };
    const sighting = { kind: DATABASE_ALERT, subject: `instance:${instance}`, detail } as const;
    this.open = { sighting, since };
    this.metrics.open.set({ kind: DATABASE_ALERT }, 1);
    this.logger.warn({ alert: sighting.kind, detail }, 'an alert began');
    this.enqueue({ event: 'began', sighting, since, endedAt: null });
  }

  private async end(
    { sighting, since }: { sighting: AlertCondition; since: Date },
    endedAt: Date,
  ): Promise<void> {
    this.open = undefined;
    this.metrics.open.set({ kind: DATABASE_ALERT }, 0);
    this.logger.info({ alert: sighting.kind }, 'an alert ended');
    this.enqueue({ event: 'ended', sighting, since, endedAt });
    await this.record({ ...sighting, openKey: null, since, seenAt: endedAt, begunAt: since, endedAt });
  }

  private async record(row: Partial<OperatorAlert>): Promise<void> {
    try {
      await this.database.tx((tx) => tx.insert(OperatorAlert, row));
    } catch (error) {
      this.logger.warn({ err: { message: (error as Error).message } }, 'an outage was not written down');
    }
  }

  private enqueue(news: AlertNotification): void {
    const now = this.clock.now();
    const waiting = { ...news, reference: newReference('alert', now), createdAt: now };
    for (const { channel, target } of this.notices.targets()) {
      const queue = this.queues.get(target) ?? { channel, news: [], attempts: 0, dueAt: now };
      queue.news = [...queue.news, waiting].slice(-WAITING_MAX);
      this.queues.set(target, queue);
    }
  }

  private async tell(target: string, queue: Queue): Promise<void> {
    const { channel, news } = queue;
    const [first, ...rest] = news;
    if (!first || queue.dueAt > this.clock.now()) return;
    const isTaken =
      channel === 'mail'
        ? await this.teller.sendMail(target, [first, ...rest])
        : await this.teller.post(first.reference, webhookBody(first, null, first.createdAt));
    queue.attempts = isTaken ? 0 : queue.attempts + 1;
    const next = isTaken ? undefined : nextTryAt(first.createdAt, queue.attempts, this.clock.now());
    this.metrics.notices.inc({ channel, result: isTaken ? 'told' : next ? 'retried' : 'given_up' });
    if (next) queue.dueAt = next;
    else
      queue.news = queue.news.filter(
        (each) => each !== first && (channel !== 'mail' || !rest.includes(each)),
      );
    if (queue.news.length === 0) this.queues.delete(target);
  }
}
