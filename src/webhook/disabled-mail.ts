import { type Mail, mailWord } from '../platform/mail/index.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';

const HOST_MAX = 253;

interface Disabled {
  id: number;
  /**
   * Null unless the mail's address is verified: else it may be a stranger's, and the host is text that another person
   * chose.
   */
  host: string | null;
  reason: DisabledReason;
  days: number;
}

export function disabledMail({ id, host, reason, days }: Disabled): Omit<Mail, 'to'> {
  const cause =
    reason === 'gone'
      ? 'Alamat itu menjawab 410 Gone, artinya tidak lagi menerima webhook.'
      : `Semua pengiriman ke alamat itu gagal selama ${days} hari.`;
  return {
    subject: 'Webhook Sandi dinonaktifkan',
    text: `Halo,

Webhook berikut kami nonaktifkan:

Webhook nomor ${id}${host === null ? '' : ` (${mailWord(host, HOST_MAX)})`}

${cause}

Periksa penerimanya, lalu aktifkan kembali webhook itu di akun Anda. Pengiriman yang masih menunggu akan dilanjutkan;
yang sudah gagal dapat dikirim ulang. Kejadian selama webhook nonaktif tidak dikirim.

Sandi
`,
  };
}
