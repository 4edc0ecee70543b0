import type { TopUpRequest } from '../../credit/index.js';
import type { Mail } from '../../platform/mail/index.js';

/** In none of anybody's words: the reason is read on the page. */
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
