import { Injectable } from '@nestjs/common';
import { Config } from '../../../../config/index.js';
import { MessageReader } from '../../../../history/index.js';
import { CallbackInbox, OtpMetrics } from '../../../../otp/index.js';
import { ClockWatch } from '../../../../platform/database/index.js';
import { MailOutbox } from '../../../../platform/mail/index.js';
import { addSeconds } from '../../../../platform/time/clock.js';
import { DeliveryReader } from '../../../../webhook/index.js';
import { LedgerAuditor } from '../../../books/index.js';
import {
  type AlertCondition,
  type AlertSource,
  instanceName,
  type Observation,
  SERVICE,
} from '../alert-kinds.rules.js';

/** Refusals within this time belong to one alert. */
const REFUSED_LATELY_SECONDS = 30;
const RULES_LENGTH_MAX = 500;

/** Sources about the whole service. Counts of queues are bounded: a queue need not be counted exactly. */
@Injectable()
export class ServiceSources {
  private refusedBefore = 0;
  private lastRefusal: { at: Date; refused: number } | undefined;

  readonly all: AlertSource[] = [
    {
      kinds: ['webhook_backlog', 'pending_backlog', 'callback_backlog', 'sends_overloaded', 'mails_failing'],
      observe: async (at) => ({ at, conditions: await this.backlogs(at) }),
    },
    { kinds: ['books_broken'], isCertain: true, observe: () => Promise.resolve(this.ledgerAudit()) },
    { kinds: ['clock_wrong'], observe: (at) => Promise.resolve({ at, conditions: this.skew() }) },
  ];

  constructor(
    private readonly deliveries: DeliveryReader,
    private readonly messages: MessageReader,
    private readonly inbox: CallbackInbox,
    private readonly mails: MailOutbox,
    private readonly metrics: OtpMetrics,
    private readonly books: LedgerAuditor,
    private readonly clocks: ClockWatch,
    private readonly config: Config,
  ) {}

  private async backlogs(at: Date): Promise<AlertCondition[]> {
    const found = await Promise.all([
      this.webhooks(at),
      this.pending(at),
      this.callbacks(),
      this.sendsOverloaded(at),
      this.failingMails(),
    ]);
    return found.filter((condition) => condition !== undefined);
  }

  private async webhooks(at: Date): Promise<AlertCondition | undefined> {
    const { ALERT_WEBHOOK_DELAY_SECONDS: seconds } = this.config;
    if (seconds === 0) return undefined;
    const { endpoints, events } = await this.deliveries.overdue(addSeconds(at, -seconds));
    if (endpoints + events === 0) return undefined;
    return { kind: 'webhook_backlog', subject: SERVICE, detail: { endpoints, events, seconds } };
  }

  private async pending(at: Date): Promise<AlertCondition | undefined> {
    const { ALERT_PENDING_DELAY_SECONDS: seconds } = this.config;
    if (seconds === 0) return undefined;
    const messages = await this.messages.countPastLease(addSeconds(at, -seconds));
    if (messages === 0) return undefined;
    return { kind: 'pending_backlog', subject: SERVICE, detail: { messages, seconds } };
  }

  private async callbacks(): Promise<AlertCondition | undefined> {
    const { ALERT_CALLBACKS_WAITING: callbacks } = this.config;
    if (callbacks === 0 || !(await this.inbox.holdsMoreThan(callbacks))) return undefined;
    return { kind: 'callback_backlog', subject: SERVICE, detail: { callbacks } };
  }

  private async failingMails(): Promise<AlertCondition | undefined> {
    const mails = await this.mails.failing();
    return mails === 0 ? undefined : { kind: 'mails_failing', subject: SERVICE, detail: { mails } };
  }

  /** Reads the counter of this process, so no send waits. */
  private async sendsOverloaded(at: Date): Promise<AlertCondition | undefined> {
    const { values } = await this.metrics.sends.get();
    const total = values.find(({ labels }) => labels.outcome === 'overloaded')?.value ?? 0;
    const refused = total - this.refusedBefore;
    this.refusedBefore = total;
    if (refused > 0) this.lastRefusal = { at, refused };
    const last = this.lastRefusal;
    if (!last || last.at < addSeconds(at, -REFUSED_LATELY_SECONDS)) return undefined;
    return { kind: 'sends_overloaded', subject: SERVICE, detail: { refused: last.refused } };
  }

  /** The last ledger audit of this instance. The latest audit of all instances counts. */
  private ledgerAudit(): Observation | undefined {
    const { lastCheck } = this.books;
    if (!lastCheck) return undefined;
    const { at, broken } = lastCheck;
    const detail = { rules: broken.join(', ').slice(0, RULES_LENGTH_MAX) };
    return { at, conditions: broken.length > 0 ? [{ kind: 'books_broken', subject: SERVICE, detail }] : [] };
  }

  /** A clock that differs from the database's. Each instance reports its own. */
  private skew(): AlertCondition[] {
    if (!this.clocks.isSkewed) return [];
    const instance = instanceName();
    const detail = { instance, seconds: Math.round(this.clocks.skewSeconds) };
    return [{ kind: 'clock_wrong', subject: `instance:${instance}`, detail }];
  }
}
