import { type Mail, mailWord } from '../platform/mail/index.js';

const HOST_MAX = 253;

/** The same words as on the page of the webhook. */
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

Yang gagal dicoba lagi dengan sendirinya, tetapi datang terlambat. Periksa jawaban server Anda:

${url}

Sandi
`,
  };
}
