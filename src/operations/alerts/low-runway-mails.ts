import { Injectable } from '@nestjs/common';
import { type RunwayChange, Runways } from '../../credit/index.js';
import { Database } from '../../platform/database/index.js';
import { type Mail, MailOutbox } from '../../platform/mail/index.js';
import { UsersService } from '../../users/index.js';

/** Accounts of a round. */
const BATCH = 200;
const MAIL = 'low_runway';

/** Mails accounts whose balance lasts few days: once until it lasts longer. */
@Injectable()
export class LowRunwayMails {
  constructor(
    private readonly database: Database,
    private readonly runways: Runways,
    private readonly users: UsersService,
    private readonly outbox: MailOutbox,
  ) {}

  async sweep(): Promise<void> {
    for (const change of await this.runways.next(BATCH))
      await (change.isLow ? this.notify(change) : this.lift(change));
  }

  private async lift(change: RunwayChange): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.runways.lift(tx, change);
      await this.outbox.withdraw(tx, MAIL, `user:${change.userId}`);
    });
  }

  private async notify(change: RunwayChange): Promise<void> {
    const user = await this.users.findContact(change.userId);
    if (user?.suspendedAt !== null) return;
    await this.database.tx(async (tx) => {
      if (!(await this.runways.mark(tx, change))) return;
      const about = `user:${user.id}`;
      await this.outbox.enqueue(tx, { kind: MAIL, about, to: user, ...lowRunwayMail(change) });
    });
    this.outbox.committed();
  }
}

function lowRunwayMail({ balance, days, runway }: RunwayChange): Omit<Mail, 'to'> {
  const pace = runway ? Math.round(runway.credits / runway.days) : 0;
  return {
    subject: `Kredit Sandi Anda cukup untuk kurang dari ${days} hari`,
    text: `Halo,

Saldo akun Sandi Anda tinggal ${written(balance)} kredit. Pemakaian rata-rata ${written(pace)} kredit per hari, jadi saldo cukup untuk kurang dari ${days} hari.

Isi ulang saldo agar pengiriman OTP tidak terhenti: tanpa saldo yang cukup, setiap pengiriman ditolak.

Email ini dikirim satu kali. Anda diberi tahu lagi jika saldo sudah cukup untuk ${days + 1} hari, lalu turun kembali.
Jumlah hari dapat diubah atau dihapus pada pengaturan kredit akun Anda.

Sandi
`,
  };
}

const written = (credits: number) => credits.toLocaleString('id-ID');
