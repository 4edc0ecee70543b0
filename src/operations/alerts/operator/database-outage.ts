import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../../config/index.js';
import { Database } from '../../../platform/database/index.js';
import { newReference } from '../../../platform/ids/random.js';
import { LOGGER } from '../../../platform/observability/logger-token.js';
import { StoreWatch } from '../../../platform/stores/index.js';
import { scrub } from '../../../platform/text/scrub.js';
import { addSeconds, Clock } from '../../../platform/time/clock.js';
import { workerSeat } from '../../../platform/workers/index.js';
import { AlertMetrics } from './alert-metrics.js';
import { AlertTeller, webhookBody } from './alert-teller.js';
import type { AlertNews } from './alert-words.rules.js';
import { IN_MEMORY, instanceName, type Sighting } from './kinds.rules.js';
import { nextTryAt } from './notice-retries.rules.js';
import { Notices } from './notices.js';
import { OperatorAlert } from './operator-alert.entity.js';
import type { NoticeChannel } from './operator-notice.entity.js';

const CAUSE_MAX = 120;
/** News that wait for one target; the oldest are dropped. */
const WAITING_MAX = 10;

interface Waiting extends AlertNews {
  /** The `webhook-id` of every attempt. */
  reference: string;
  createdAt: Date;
}

/** What one address, or the webhook, has still to receive. */
interface Queue {
  channel: NoticeChannel;
  news: Waiting[];
  attempts: number;
  dueAt: Date;
}

/**
 * Alerts the operator from memory while the database cannot be used, which other alerts need: once when it begins, and once
 * when it ends. Each instance does so for itself, and of several workers one does.
 */
@Injectable()
export class DatabaseOutage {
  private readonly isTeller = (workerSeat() ?? '1') === '1';
  private readonly queues = new Map<string, Queue>();
  private open: { sighting: Sighting; since: Date } | undefined;

  constructor(
    private readonly stores: StoreWatch,
    private readonly teller: AlertTeller,
    private readonly notices: Notices,
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

  /** As for other alerts, a state must hold for ALERT_AFTER_SECONDS. */
  private async follow(): Promise<void> {
    const { isUp, since, cause } = this.stores.databaseState;
    if (addSeconds(since, this.config.ALERT_AFTER_SECONDS) > this.clock.now()) return;
    if (!this.open && !isUp) this.begin(since, cause);
    else if (this.open && isUp) await this.end(this.open, since);
  }

  private begin(since: Date, cause: string | null): void {
    const instance = instanceName();
    const detail = { instance, cause: cause && scrub(cause, CAUSE_MAX) };
    const sighting = { kind: IN_MEMORY, subject: `instance:${instance}`, detail } as const;
    this.open = { sighting, since };
    this.metrics.open.set({ kind: IN_MEMORY }, 1);
    this.logger.warn({ alert: sighting.kind, detail }, 'an alert began');
    this.enqueue({ event: 'began', sighting, since, endedAt: null });
  }

  private async end({ sighting, since }: { sighting: Sighting; since: Date }, endedAt: Date): Promise<void> {
    this.open = undefined;
    this.metrics.open.set({ kind: IN_MEMORY }, 0);
    this.logger.info({ alert: sighting.kind }, 'an alert ended');
    this.enqueue({ event: 'ended', sighting, since, endedAt });
    await this.record({ ...sighting, openKey: null, since, seenAt: endedAt, begunAt: since, endedAt });
  }

  /** For the list of past alerts. */
  private async record(row: Partial<OperatorAlert>): Promise<void> {
    try {
      await this.database.tx((tx) => tx.insert(OperatorAlert, row));
    } catch (error) {
      this.logger.warn({ err: { message: (error as Error).message } }, 'an outage was not written down');
    }
  }

  private enqueue(news: AlertNews): void {
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
