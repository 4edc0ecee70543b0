import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../config/index.js';
import { Mailer } from '../../../platform/mail/index.js';
import { LOGGER, type Logger } from '../../../platform/observability/logger-token.js';
import { Calendar } from '../../../platform/time/calendar.js';
import { Clock } from '../../../platform/time/clock.js';
import { signedHeaders, WebhookClient } from '../../../webhook/index.js';
import type { AlertCondition } from './alert-kinds.rules.js';
import { alertMail, type AlertNotification } from './alert-mail.rules.js';
import { type LeasedNotice, NoticeOutbox } from './notice-outbox.js';

/** Sends due notices. Each channel and address is independent of the others. */
@Injectable()
export class AlertNotifier {
  constructor(
    private readonly notices: NoticeOutbox,
    private readonly mailer: Mailer,
    private readonly client: WebhookClient,
    private readonly calendar: Calendar,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One mail to each address with all that is due. */
  async sendMails(): Promise<void> {
    const due = await this.notices.due('mail');
    const addresses = [...new Set(due.map(({ target }) => target))];
    await Promise.all(
      addresses.map(async (address) => {
        const leased = await this.notices.lease(due.filter(({ target }) => target === address));
        if (leased.length > 0) await this.mail(address, leased);
      }),
    );
  }

  /** In order, until one fails. The next round retries. */
  async callWebhook(): Promise<void> {
    for (const notice of await this.notices.due('webhook')) {
      const [leased] = await this.notices.lease([notice]);
      if (leased && !(await this.call(leased))) return;
    }
  }

  private async mail(address: string, leased: LeasedNotice[]): Promise<void> {
    const isAccepted = await this.sendMail(address, leased.map(notificationOf));
    for (const notice of leased)
      await (isAccepted ? this.notices.markSent(notice) : this.notices.retryLater(notice));
  }

  private async call(leased: LeasedNotice): Promise<boolean> {
    const { notice, alert } = leased;
    const body = webhookBody(notificationOf(leased), alert.id, notice.createdAt);
    const isAccepted = await this.post(notice.reference, body);
    await (isAccepted ? this.notices.markSent(leased) : this.notices.retryLater(leased));
    return isAccepted;
  }

  /** Returns whether the mail server accepted it. */
  sendMail(address: string, notifications: readonly AlertNotification[]): Promise<boolean> {
    return this.attempt('mail', async () => {
      // The setting may have changed since the notice was stored.
      if (!this.config.alertMailTo.includes(address)) throw new Error('ALERT_MAIL_TO names it no more');
      const mail = alertMail(notifications, `${this.config.publicUrl}/admin/system`, this.calendar);
      await this.mailer.send({ to: address, ...mail });
    });
  }

  /** Returns whether the operator's webhook accepted it. */
  post(id: string, body: string): Promise<boolean> {
    return this.attempt('webhook', async () => {
      const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret, WEBHOOK_TIMEOUT_MS } = this.config;
      if (!url || !secret) throw new Error('ALERT_WEBHOOK_URL is set no more');
      const headers = signedHeaders({ id, body }, [secret], this.clock.now());
      const outcome = await this.client.post(url, headers, body, WEBHOOK_TIMEOUT_MS);
      if (outcome.kind === 'failed') throw new Error(outcome.reason);
      if (outcome.status < 200 || outcome.status > 299) throw new Error(`answered ${outcome.status}`);
    });
  }

  private async attempt(channel: string, tell: () => Promise<void>): Promise<boolean> {
    try {
      await tell();
      return true;
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ channel, err }, 'an alert was not taken');
      return false;
    }
  }
}

const notificationOf = ({ notice, alert }: LeasedNotice): AlertNotification => ({
  event: notice.event,
  condition: { kind: alert.kind, subject: alert.subject, detail: alert.detail } as AlertCondition,
  since: alert.since,
  endedAt: alert.endedAt,
});

/** Uses only stored values, so that every attempt sends the same bytes. */
export function webhookBody(notifications: AlertNotification, id: number | null, at: Date): string {
  const { event, since } = notifications;
  const { kind, subject, detail } = notifications.condition;
  const endedAt = event === 'ended' ? notifications.endedAt : null;
  return JSON.stringify({
    type: `alert.${event}`,
    timestamp: at.toISOString(),
    data: { id, kind, subject, detail, since: since.toISOString(), ended_at: endedAt?.toISOString() ?? null },
  });
}
