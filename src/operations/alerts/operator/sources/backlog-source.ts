import { Injectable } from '@nestjs/common';
import { Config } from '../../../../config/index.js';
import { MessageReader } from '../../../../history/index.js';
import { OtpMetrics } from '../../../../otp/index.js';
import { CallbackInbox } from '../../../../otp/index.js';
import { MailOutbox } from '../../../../platform/mail/index.js';
import { addSeconds, Clock } from '../../../../platform/time/clock.js';
import { DeliveryReader } from '../../../../webhook/index.js';
import { AlertSource, type Look } from '../alert-source.js';
import { SERVICE, type Sighting } from '../kinds.rules.js';

/** Sends that are refused now and then for as long as an alert must hold are one and the same trouble. */
const REFUSED_LATELY_SECONDS = 30;

/** Work that waits longer than it should. Counts are bounded: how long a queue is matters less than that it is. */
@Injectable()
export class BacklogSource extends AlertSource {
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
    private readonly clock: Clock,
  ) {
    super();
  }

  async look(): Promise<Look> {
    const at = this.clock.now();
    const found = await Promise.all([
      this.webhooks(at),
      this.pending(at),
      this.callbacks(),
      this.sendsOverloaded(at),
      this.failingMails(),
    ]);
    return { at, sightings: found.filter((sighting) => sighting !== undefined) };
  }

  private async webhooks(at: Date): Promise<Sighting | undefined> {
    const { ALERT_WEBHOOK_DELAY_SECONDS: seconds } = this.config;
    if (seconds === 0) return undefined;
    const { endpoints, events } = await this.deliveries.overdue(addSeconds(at, -seconds));
    if (endpoints + events === 0) return undefined;
    return { kind: 'webhook_backlog', subject: SERVICE, detail: { endpoints, events, seconds } };
  }

  private async pending(at: Date): Promise<Sighting | undefined> {
    const { ALERT_PENDING_DELAY_SECONDS: seconds } = this.config;
    if (seconds === 0) return undefined;
    const messages = await this.messages.countPastLease(addSeconds(at, -seconds));
    if (messages === 0) return undefined;
    return { kind: 'pending_backlog', subject: SERVICE, detail: { messages, seconds } };
  }

  private async callbacks(): Promise<Sighting | undefined> {
    const { ALERT_CALLBACKS_WAITING: callbacks } = this.config;
    if (callbacks === 0 || !(await this.inbox.holdsMoreThan(callbacks))) return undefined;
    return { kind: 'callback_backlog', subject: SERVICE, detail: { callbacks } };
  }

  private async failingMails(): Promise<Sighting | undefined> {
    const mails = await this.mails.failing();
    return mails === 0 ? undefined : { kind: 'mails_failing', subject: SERVICE, detail: { mails } };
  }

  /** By what this process has counted anyway: nobody who sends waits for it. */
  private async sendsOverloaded(at: Date): Promise<Sighting | undefined> {
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
