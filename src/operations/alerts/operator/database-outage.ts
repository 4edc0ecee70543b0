import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../config/index.js';
import { Database } from '../../../platform/database/index.js';
import { newReference } from '../../../platform/ids/random.js';
import { LOGGER, type Logger } from '../../../platform/observability/logger-token.js';
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
  notifications: Waiting[];
  attempts: number;
  dueAt: Date;
}

/** Alerts the operator from memory while the database is down. Of several workers, only the first does. */
@Injectable()
export class DatabaseOutage {
  private readonly isNotifier = (workerId() ?? '1') === '1';
  private readonly queues = new Map<string, Queue>();
  private open: { condition: AlertCondition; since: Date } | undefined;

  constructor(
    private readonly stores: StoreWatch,
    private readonly notifier: AlertNotifier,
    private readonly notices: NoticeOutbox,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: AlertMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async notifyOperator(): Promise<void> {
    if (!this.isNotifier) return;
    await this.observe();
    await Promise.all([...this.queues].map(([target, queue]) => this.sendDue(target, queue)));
  }

  /** As for other alerts, the state must hold for ALERT_AFTER_SECONDS. */
  private async observe(): Promise<void> {
    const { isUp, since, cause } = this.stores.databaseState;
    if (addSeconds(since, this.config.ALERT_AFTER_SECONDS) > this.clock.now()) return;
    if (!this.open && !isUp) this.begin(since, cause);
    else if (this.open && isUp) await this.end(this.open, since);
  }

  private begin(since: Date, cause: string | null): void {
    const instance = instanceName();
    const detail = { instance, cause: cause && scrub(cause, CAUSE_MAX) };
    const condition = { kind: DATABASE_ALERT, subject: `instance:${instance}`, detail } as const;
    this.open = { condition, since };
    this.metrics.open.set({ kind: DATABASE_ALERT }, 1);
    this.logger.warn({ alert: condition.kind, detail }, 'an alert began');
    this.enqueue({ event: 'began', condition, since, endedAt: null });
  }

  private async end(
    { condition, since }: { condition: AlertCondition; since: Date },
    endedAt: Date,
  ): Promise<void> {
    this.open = undefined;
    this.metrics.open.set({ kind: DATABASE_ALERT }, 0);
    this.logger.info({ alert: condition.kind }, 'an alert ended');
    this.enqueue({ event: 'ended', condition, since, endedAt });
    await this.record({ ...condition, openKey: null, since, seenAt: endedAt, begunAt: since, endedAt });
  }

  private async record(row: Partial<OperatorAlert>): Promise<void> {
    try {
      await this.database.tx((tx) => tx.insert(OperatorAlert, row));
    } catch (error) {
      this.logger.warn({ err: { message: (error as Error).message } }, 'an outage was not written down');
    }
  }

  private enqueue(notifications: AlertNotification): void {
    const now = this.clock.now();
    const waiting = { ...notifications, reference: newReference('alert', now), createdAt: now };
    for (const { channel, target } of this.notices.targets()) {
      const queue = this.queues.get(target) ?? { channel, notifications: [], attempts: 0, dueAt: now };
      queue.notifications = [...queue.notifications, waiting].slice(-WAITING_MAX);
      this.queues.set(target, queue);
    }
  }

  private async sendDue(target: string, queue: Queue): Promise<void> {
    const { channel, notifications } = queue;
    const [first] = notifications;
    if (!first || queue.dueAt > this.clock.now()) return;
    const isAccepted =
      channel === 'mail'
        ? await this.notifier.sendMail(target, notifications)
        : await this.notifier.post(first.reference, webhookBody(first, null, first.createdAt));
    queue.attempts = isAccepted ? 0 : queue.attempts + 1;
    const next = isAccepted ? undefined : nextTryAt(first.createdAt, queue.attempts, this.clock.now());
    this.metrics.notices.inc({ channel, result: isAccepted ? 'told' : next ? 'retried' : 'given_up' });
    if (next) queue.dueAt = next;
    else
      queue.notifications = queue.notifications.filter(
        (each) => each !== first && (channel !== 'mail' || !notifications.includes(each)),
      );
    if (queue.notifications.length === 0) this.queues.delete(target);
  }
}
