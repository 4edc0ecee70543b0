import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../../config/index.js';
import { Mailer } from '../../../platform/mail/index.js';
import { LOGGER } from '../../../platform/observability/logger-token.js';
import { Calendar } from '../../../platform/time/calendar.js';
import { Clock } from '../../../platform/time/clock.js';
import { signedHeaders, WebhookClient } from '../../../webhook/index.js';
import { alertMail, type AlertNews } from './alert-words.rules.js';
import type { Sighting } from './kinds.rules.js';
import { type ClaimedNotice, Notices } from './notices.js';

/** Tells of alerts what is due, each channel and each address by itself: one that is out of order holds up no other. */
@Injectable()
export class AlertTeller {
  constructor(
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly client: WebhookClient,
    private readonly calendar: Calendar,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One mail to each address, of all that is due. */
  async sendMails(): Promise<void> {
    const due = await this.notices.due('mail');
    const addresses = [...new Set(due.map(({ target }) => target))];
    await Promise.all(
      addresses.map(async (address) => {
        const [first, ...rest] = await this.notices.claim(due.filter(({ target }) => target === address));
        if (first) await this.mail(address, [first, ...rest]);
      }),
    );
  }

  /** In their order, until one is not taken: the receiver has its own trouble, the next round is soon. */
  async callWebhook(): Promise<void> {
    for (const notice of await this.notices.due('webhook')) {
      const [claimed] = await this.notices.claim([notice]);
      if (claimed && !(await this.call(claimed))) return;
    }
  }

  private async mail(address: string, claimed: [ClaimedNotice, ...ClaimedNotice[]]): Promise<void> {
    const [first, ...rest] = claimed;
    const news: [AlertNews, ...AlertNews[]] = [newsOf(first), ...rest.map(newsOf)];
    const isTaken = await this.sendMail(address, news);
    for (const notice of claimed) await (isTaken ? this.notices.told(notice) : this.notices.refused(notice));
  }

  private async call(claimed: ClaimedNotice): Promise<boolean> {
    const isTaken = await this.post(claimed.notice.reference, bodyOf(claimed));
    await (isTaken ? this.notices.told(claimed) : this.notices.refused(claimed));
    return isTaken;
  }

  /** Whether the mail server took it. */
  sendMail(address: string, news: readonly [AlertNews, ...AlertNews[]]): Promise<boolean> {
    return this.attempt('mail', async () => {
      // The operator may have changed his mind since it was noted.
      if (!this.config.alertMailTo.includes(address)) throw new Error('ALERT_MAIL_TO names it no more');
      const mail = alertMail(news, `${this.config.publicUrl}/admin/system`, this.calendar);
      await this.mailer.send({ to: address, ...mail });
    });
  }

  /** Whether the operator's webhook took it. */
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

const newsOf = ({ notice, alert }: ClaimedNotice): AlertNews => ({
  event: notice.event,
  sighting: { kind: alert.kind, subject: alert.subject, detail: alert.detail } as Sighting,
  since: alert.since,
  endedAt: alert.endedAt,
});

const bodyOf = ({ notice, alert }: ClaimedNotice) =>
  webhookBody(newsOf({ notice, alert }), alert.id, notice.createdAt);

/** From what no longer changes: byte for byte the same at every attempt. */
export function webhookBody(news: AlertNews, id: number | null, at: Date): string {
  const { event, since } = news;
  const { kind, subject, detail } = news.sighting;
  const endedAt = event === 'ended' ? news.endedAt : null;
  return JSON.stringify({
    type: `alert.${event}`,
    timestamp: at.toISOString(),
    data: { id, kind, subject, detail, since: since.toISOString(), ended_at: endedAt?.toISOString() ?? null },
  });
}
