import { Injectable } from '@nestjs/common';
import { type TopUpRequest, TopUpRequests } from '../../credit/index.js';
import type { Mail } from '../../platform/mail/index.js';
import { AccountMails } from './account-mails.js';

/** Mails accounts the decisions on their top-up requests. */
@Injectable()
export class TopUpMails {
  constructor(
    private readonly requests: TopUpRequests,
    private readonly mails: AccountMails,
  ) {}

  send(): Promise<void> {
    return this.mails.send('top_up', this.requests, topUpMail);
  }
}

/** Without the reason, which an administrator wrote: the page shows it. */
function topUpMail({ id, status }: TopUpRequest): Omit<Mail, 'to'> {
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
