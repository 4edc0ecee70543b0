import type { Mail } from '../../common/mail/index.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';

interface Disabled {
  name: string;
  url: string;
  reason: DisabledReason;
  days: number;
}

export function disabledMail({ name, url, reason, days }: Disabled): Omit<Mail, 'to'> {
  const cause =
    reason === 'gone'
      ? 'Alamat itu menjawab 410 Gone, artinya tidak lagi menerima webhook.'
      : `Semua pengiriman ke alamat itu gagal selama ${days} hari.`;
  return {
    subject: 'Webhook Sandi dinonaktifkan',
    text: `Halo ${name},

Webhook berikut kami nonaktifkan:

${url}

${cause}

Periksa penerimanya, lalu aktifkan kembali webhook itu di akun Anda. Pengiriman yang masih menunggu akan dilanjutkan;
yang sudah gagal dapat dikirim ulang. Kejadian selama webhook nonaktif tidak dikirim.

Sandi
`,
  };
}
