import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { CreditThresholds, type LowCredit } from '../../credit/index.js';
import { Database } from '../../platform/database/index.js';
import { type Mail, MailOutbox } from '../../platform/mail/index.js';
import type { WebhookTexts } from '../../platform/openapi/index.js';
import { Field } from '../../platform/openapi/response-fields.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { AccountMails } from './account-mails.js';

class LowCreditData {
  @ApiProperty({ type: 'integer', example: 9800 }) credit_balance!: number;
  @Field('The threshold of the account, in credits', { example: 10_000 }) threshold!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
}

export const LOW_CREDIT_WEBHOOK: WebhookTexts = {
  event: 'credit.low',
  about: 'The balance fell below the threshold of the account.',
  aboutId: 'Saldo turun di bawah batas pemberitahuan akun.',
  Data: LowCreditData,
};

const BATCH = 200;
const MAIL = 'low_credit';

/** Notifies accounts whose balance fell below their threshold: one event and one mail until it recovers. */
@Injectable()
export class LowCreditAlerts {
  constructor(
    private readonly database: Database,
    private readonly thresholds: CreditThresholds,
    private readonly webhooks: WebhookOutbox,
    private readonly mails: AccountMails,
    private readonly outbox: MailOutbox,
  ) {}

  /** Clears the marks of recovered accounts, then notifies those below their threshold. */
  async sweep(): Promise<void> {
    for (const userId of await this.thresholds.recovered(BATCH)) await this.lift(userId);
    for (const low of await this.thresholds.newlyLow(BATCH)) await this.notify(low);
  }

  sendMails(): Promise<void> {
    return this.mails.send(MAIL, this.thresholds, lowCreditMail);
  }

  private async lift(userId: number): Promise<void> {
    await this.database.tx(async (tx) => {
      if (await this.thresholds.lift(tx, userId)) await this.outbox.withdraw(tx, MAIL, `user:${userId}`);
    });
  }

  private async notify(low: LowCredit): Promise<void> {
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

function lowCreditMail({ balance, threshold }: LowCredit): Omit<Mail, 'to'> {
  return {
    subject: 'Kredit Sandi Anda hampir habis',
    text: `Halo,

Saldo akun Sandi Anda tinggal ${written(balance)} kredit, di bawah batas ${written(threshold)} kredit yang Anda atur.

Isi ulang saldo agar pengiriman OTP tidak terhenti: tanpa saldo yang cukup, setiap pengiriman ditolak.

Email ini dikirim satu kali. Anda diberi tahu lagi jika saldo sudah mencapai batas itu, lalu turun kembali.
Batas dapat diubah atau dihapus pada pengaturan kredit akun Anda.

Sandi
`,
  };
}

const written = (credits: number) => credits.toLocaleString('id-ID');
