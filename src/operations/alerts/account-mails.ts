import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TopUpRequest } from '../../credit/index.js';
import { Database } from '../../platform/database/index.js';
import { type Mail, MailOutbox } from '../../platform/mail/index.js';
import { UsersService } from '../../users/index.js';

const BATCH = 200;

type Words = Pick<Mail, 'subject' | 'text'>;

/** Mails to send, each stored as a mark on its subject. */
interface OwedMails<M> {
  mailsDue(limit: number): Promise<M[]>;
  /** Removes the mark; false if another instance removed it first. */
  takeMail(tx: EntityManager, mail: M): Promise<boolean>;
}

/** Mails to the owners of active accounts. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly outbox: MailOutbox,
  ) {}

  /** Moves due mails to the outbox. */
  async send<M extends { userId: number }>(
    kind: string,
    owed: OwedMails<M>,
    write: (mail: M) => Words,
  ): Promise<void> {
    const due = await owed.mailsDue(BATCH);
    for (const mail of due) {
      const user = await this.users.findContact(mail.userId);
      await this.database.tx(async (tx) => {
        if (!(await owed.takeMail(tx, mail)) || user?.suspendedAt !== null) return;
        await this.outbox.enqueue(tx, { kind, about: `user:${user.id}`, to: user, ...write(mail) });
      });
    }
    if (due.length > 0) this.outbox.committed();
  }
}

/** The decision on a top-up request, without the reason, which an administrator wrote: the page shows it. */
export function topUpMail({ id, status }: TopUpRequest): Omit<Mail, 'to'> {
  return status === 'confirmed'
    ? {
        subject: 'Top up Sandi Anda sudah masuk',
        text: `Halo,

Permintaan top up nomor ${id} sudah dikonfirmasi, dan saldo akun Sandi Anda bertambah.

Jumlahnya dan kuitansinya ada pada halaman Kredit.

Sandi
`,
      }
    : {
        subject: 'Permintaan top up Sandi Anda ditolak',
        text: `Halo,

Permintaan top up nomor ${id} ditolak. Saldo akun Sandi Anda tidak berubah.

Alasannya ada pada halaman Kredit.

Sandi
`,
      };
}
