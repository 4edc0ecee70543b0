import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../platform/database/index.js';
import { MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { User, withContacts } from '../users/index.js';
import { EndpointHealth } from './endpoint-health.js';
import type { Attempts, HealthState } from './endpoint-health.rules.js';
import { WebhookEndpoint } from './webhook.entities.js';
import { failingMail } from './webhook-mails.js';

/** A share of fewer attempts may be one bad minute. */
const ATTEMPTS_MIN = 10;

/** Mails the owner of a failing or unreliable webhook: once until it recovers, and at most once a day. */
@Injectable()
export class EndpointAlarm {
  constructor(
    private readonly database: Database,
    private readonly health: EndpointHealth,
    private readonly outbox: MailOutbox,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Call after an attempt was stored and counted. Never throws. */
  async afterAttempt(endpoint: WebhookEndpoint, isDelivered: boolean): Promise<void> {
    try {
      await (isDelivered ? this.rearm(endpoint) : this.alarm(endpoint));
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ endpointId: endpoint.id, err }, 'the health of a webhook was not checked');
    }
  }

  private async alarm({ id, url }: WebhookEndpoint): Promise<void> {
    const endpoint = await this.database.read.findOneBy(WebhookEndpoint, { id });
    if (!endpoint || !isUnalarmed(endpoint, url)) return;
    const { state, attempts } = await this.health.stateOf(endpoint);
    if (!isAlarming(state, attempts)) return;
    const isFirst = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, WebhookEndpoint, { id });
      if (!row || !isUnalarmed(row, url)) return false;
      await tx.update(WebhookEndpoint, { id }, { alarmedAt: this.clock.now() });
      const [user] = await withContacts(tx, await tx.findBy(User, { id: endpoint.userId }));
      if (!user) return false;
      const host = user.emailVerifiedAt === null ? null : new URL(url).hostname;
      const page = `${this.config.publicUrl}/webhooks/${id}`;
      const words = failingMail({ id, host, state, attempts, url: page });
      await this.outbox.enqueue(tx, {
        kind: 'webhook_failing',
        about: `user:${user.id}`,
        to: user,
        ...words,
      });
      return true;
    });
    if (isFirst) this.outbox.committed();
  }

  private async rearm({ id, url, alarmedAt }: WebhookEndpoint): Promise<void> {
    if (alarmedAt === null || alarmedAt > addSeconds(this.clock.now(), -DAY_SECONDS)) return;
    const endpoint = await this.database.read.findOneBy(WebhookEndpoint, { id, url });
    if (!endpoint || (await this.health.stateOf(endpoint)).state !== 'well') return;
    await this.database.tx((tx) => tx.update(WebhookEndpoint, { id, url, alarmedAt }, { alarmedAt: null }));
  }
}

const isUnalarmed = (endpoint: WebhookEndpoint, url: string) =>
  endpoint.url === url && endpoint.active && endpoint.alarmedAt === null;

function isAlarming(state: HealthState, { delivered, failed }: Attempts): state is 'failing' | 'unreliable' {
  return state === 'failing' || (state === 'unreliable' && delivered + failed >= ATTEMPTS_MIN);
}
