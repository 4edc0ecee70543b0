import { type Mail, mailWord } from '../platform/mail/index.js';
import type { DisabledReason } from './webhook.entities.js';

const HOST_MAX = 253;

/** As on the webhook's page. */
const STATES = { failing: 'gagal terus', unreliable: 'sering gagal' } as const;

interface Failing {
  id: number;
  /** Null unless the address of the mail is verified. */
  host: string | null;
  state: keyof typeof STATES;
  attempts: { delivered: number; failed: number };
  url: string;
}

export function failingMail({ id, host, state, attempts, url }: Failing): Omit<Mail, 'to'> {
  const { delivered, failed } = attempts;
  return {
    subject: `Webhook Sandi ${STATES[state]}`,
    text: `Halo,

Webhook nomor ${id}${host === null ? '' : ` (${mailWord(host, HOST_MAX)})`} ${STATES[state]}: ${delivered} dari ${delivered + failed} percobaan dalam 24 jam terakhir berhasil.

Pengiriman yang gagal dicoba lagi secara otomatis, tetapi datang terlambat. Periksa respons server Anda:

${url}

Sandi
`,
  };
}

interface Disabled {
  id: number;
  /** Null unless the mail's address is verified: a stranger must not get text that another person chose. */
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
