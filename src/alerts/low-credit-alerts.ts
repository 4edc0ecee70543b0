import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../common/database/index.js';
import { Mailer } from '../common/mail/index.js';
import { LOGGER } from '../common/observability/logger-token.js';
import { CreditThresholds, type LowCredit, type LowCreditMail } from '../credit/index.js';
import { UsersService } from '../users/index.js';
import { Webhooks } from '../webhook/outbound/index.js';
import { lowCreditMail } from './low-credit-mail.js';
import type { LowCreditData } from './low-credit-webhook.js';

const BATCH = 200;

/**
 * Tells accounts that their credit fell below their threshold: one event and one mail, until it is at or above it
 * again. Several instances may do so at once.
 */
@Injectable()
export class LowCreditAlerts {
  constructor(
    private readonly database: Database,
    private readonly thresholds: CreditThresholds,
    private readonly webhooks: Webhooks,
    private readonly users: UsersService,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One round: lifts the marks of those that rose, then tells those that fell. */
  async sweep(): Promise<void> {
    await this.thresholds.liftRisen(BATCH);
    for (const low of await this.thresholds.fallen(BATCH)) await this.tell(low);
  }

  /** Sends the mails that are due, until one is not taken: its server has its own trouble, the next round is soon. */
  async sendMails(): Promise<void> {
    for (const due of await this.thresholds.mailsDue(BATCH)) {
      const mail = await this.thresholds.claimMail(due);
      if (mail && !(await this.send(mail))) return;
    }
  }

  private async tell(low: LowCredit): Promise<void> {
    const { userId, threshold } = low;
    await this.database.tx(async (tx) => {
      const balance = await this.thresholds.mark(tx, low);
      if (balance === undefined) return;
      const data: LowCreditData = { credit_balance: balance, threshold, currency: 'IDR' };
      await this.webhooks.enqueue(tx, { userId, type: 'credit.low', livemode: true, messageId: null, data });
    });
    this.webhooks.committed();
  }

  /** False when it was not taken: it stays due, and is tried again after its pause. */
  private async send(mail: LowCreditMail): Promise<boolean> {
    const user = await this.users.find(mail.userId);
    try {
      if (user?.suspendedAt === null) await this.mailer.send({ to: user.email, ...lowCreditMail(mail) });
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ userId: mail.userId, err }, 'a mail about low credit was not taken');
      return false;
    }
    await this.thresholds.mailDone(mail);
    return true;
  }
}
