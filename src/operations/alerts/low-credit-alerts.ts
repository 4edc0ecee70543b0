import { Injectable } from '@nestjs/common';
import { CreditThresholds, type LowCredit } from '../../credit/index.js';
import { Database } from '../../platform/database/index.js';
import { MailOutbox } from '../../platform/mail/index.js';
import { Webhooks } from '../../webhook/index.js';
import { AccountMails } from './account-mails.js';
import { lowCreditMail } from './low-credit-mail.js';
import type { LowCreditData } from './low-credit-webhook.js';

const BATCH = 200;
const MAIL = 'low_credit';

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
    private readonly mails: AccountMails,
    private readonly outbox: MailOutbox,
  ) {}

  /** One round: lifts the marks of those that rose, then tells those that fell. */
  async sweep(): Promise<void> {
    for (const userId of await this.thresholds.risen(BATCH)) await this.lift(userId);
    for (const low of await this.thresholds.fallen(BATCH)) await this.tell(low);
  }

  sendMails(): Promise<void> {
    return this.mails.send(MAIL, this.thresholds, lowCreditMail);
  }

  private async lift(userId: number): Promise<void> {
    await this.database.tx(async (tx) => {
      if (await this.thresholds.lift(tx, userId)) await this.outbox.withdraw(tx, MAIL, `user:${userId}`);
    });
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
}
