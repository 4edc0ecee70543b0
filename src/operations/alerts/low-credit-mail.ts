import type { LowCredit } from '../../credit/index.js';
import type { Mail } from '../../platform/mail/index.js';

export function lowCreditMail({ balance, threshold }: LowCredit): Omit<Mail, 'to'> {
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
