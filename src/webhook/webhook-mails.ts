import type { EntityManager } from 'typeorm';
import { type Mail, type MailOutbox, mailWord } from '../platform/mail/index.js';
import { User, withContacts } from '../users/index.js';
import type { Attempts } from './endpoint-health.rules.js';
import type { DisabledReason, WebhookEndpoint } from './webhook.entities.js';

const HOST_MAX = 253;

/** The words for these states on the webhook's page. */
const STATES = { failing: 'gagal terus', unreliable: 'sering gagal' } as const;

/** Queues a mail to the owner of an endpoint; false: there is none. `mailOf` gets the name of the endpoint. */
export async function mailOwner(
  tx: EntityManager,
  outbox: MailOutbox,
  { id, userId, url }: WebhookEndpoint,
  kind: 'webhook_failing' | 'webhook_disabled',
  mailOf: (name: string) => Omit<Mail, 'to'>,
): Promise<boolean> {
  const [user] = await withContacts(tx, await tx.findBy(User, { id: userId }));
  if (!user) return false;
  // An address that is not verified may be a stranger's, who must not get text that another person chose.
  const host = user.emailVerifiedAt === null ? '' : ` (${mailWord(new URL(url).hostname, HOST_MAX)})`;
  const words = mailOf(`Webhook nomor ${id}${host}`);
  await outbox.enqueue(tx, { kind, about: `user:${userId}`, to: user, ...words });
  return true;
}

interface Failing {
  state: keyof typeof STATES;
  attempts: Attempts;
  /** Address of the endpoint's page. */
  page: string;
}

export function failingMail(name: string, { state, attempts, page }: Failing): Omit<Mail, 'to'> {
  const { delivered, failed } = attempts;
  return {
    subject: `Webhook Sandi ${STATES[state]}`,
    text: `Halo,

${name} ${STATES[state]}: ${delivered} dari ${delivered + failed} percobaan dalam 24 jam terakhir berhasil.

Pengiriman yang gagal dicoba lagi secara otomatis, tetapi datang terlambat. Periksa respons server Anda:

${page}

Sandi
`,
  };
}

export function disabledMail(name: string, reason: DisabledReason, days: number): Omit<Mail, 'to'> {
  const cause =
    reason === 'gone'
      ? 'Alamat itu menjawab 410 Gone, artinya tidak lagi menerima webhook.'
      : `Semua pengiriman ke alamat itu gagal selama ${days} hari.`;
  return {
    subject: 'Webhook Sandi dinonaktifkan',
    text: `Halo,

Webhook berikut kami nonaktifkan:

${name}

${cause}

Periksa penerimanya, lalu aktifkan kembali webhook itu di akun Anda. Pengiriman yang masih menunggu akan dilanjutkan;
yang sudah gagal dapat dikirim ulang. Kejadian selama webhook nonaktif tidak dikirim.

Sandi
`,
  };
}
