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

/** Queues with overdue work. Counts are bounded: a queue need not be counted exactly. */
@Injectable()
export class BacklogSource implements AlertSource {
  readonly kinds = [
    'webhook_backlog',
    'pending_backlog',
    'callback_backlog',
    'sends_overloaded',
    'mails_failing',
  ] as const;
  private refusedBefore = 0;
  private lastRefusal: { at: Date; refused: number } | undefined;

  constructor(
    private readonly deliveries: DeliveryReader,
    private readonly messages: MessageReader,
    private readonly inbox: CallbackInbox,
    private readonly mails: MailOutbox,
    private readonly metrics: OtpMetrics,
    private readonly config: Config,
  ) {}

  async observe(at: Date): Promise<Observation> {
    const found = await Promise.all([
      this.webhooks(at),
      this.pending(at),
      this.callbacks(),
      this.sendsOverloaded(at),
      this.failingMails(),
    ]);
    return { at, conditions: found.filter((condition) => condition !== undefined) };
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
}

const RULES_LENGTH_MAX = 500;

/** The last ledger audit of this instance. The latest audit of all instances counts. */
@Injectable()
export class LedgerAuditSource implements AlertSource {
  readonly kinds = ['books_broken'] as const;
  readonly isCertain = true;

  constructor(private readonly books: LedgerAuditor) {}

  observe(): Promise<Observation | undefined> {
    const { lastCheck } = this.books;
    if (!lastCheck) return Promise.resolve(undefined);
    const { at, broken } = lastCheck;
    const detail = { rules: broken.join(', ').slice(0, RULES_LENGTH_MAX) };
    const conditions: AlertCondition[] =
      broken.length > 0 ? [{ kind: 'books_broken', subject: SERVICE, detail }] : [];
    return Promise.resolve({ at, conditions });
  }
}

/** A clock that differs from the database's. Each instance reports its own. */
@Injectable()
export class ClockSource implements AlertSource {
  readonly kinds = ['clock_wrong'] as const;

  constructor(private readonly clocks: ClockWatch) {}

  observe(at: Date): Promise<Observation> {
    return Promise.resolve({ at, conditions: this.clocks.isSkewed ? [this.condition()] : [] });
  }

  private condition(): AlertCondition {
    const instance = instanceName();
    const detail = { instance, seconds: Math.round(this.clocks.skewSeconds) };
    return { kind: 'clock_wrong', subject: `instance:${instance}`, detail };
  }
}
