import { isIP } from 'node:net';
import { type Mail, mailWord } from '../../platform/mail/index.js';
import {
  ADMIN_ACTIONS,
  type AdminAction,
  type MailWords,
  OWN_ACTIONS,
  type OwnAction,
  SESSIONS_ENDED,
} from './actions.js';

/** Mails about events that have no audit entry. */
const NOTICES = {
  'second_factor.wrong_code': [
    'Kode verifikasi salah setelah password yang benar',
    'Seseorang memasukkan password akun Sandi Anda dengan benar, lalu kode verifikasi yang salah.',
  ],
} as const satisfies Record<string, MailWords>;

export type SecurityNotice = keyof typeof NOTICES;

/** Mails to an account's owner about changes by an administrator or the operator. */
const BY_OTHERS = {
  'user.fraud_update': [
    'Pengaturan penjaga penipuan diubah',
    'Administrator mengubah pengaturan penjaga penipuan akun Sandi Anda.',
  ],
  'user.fraud_unblock': [
    'Blokir penipuan dicabut',
    'Administrator mencabut sebuah blokir penjaga penipuan di akun Sandi Anda.',
  ],
  'user.suspend': ['Akun dinonaktifkan', `Administrator menonaktifkan akun Sandi Anda. ${SESSIONS_ENDED}`],
  'user.resume': ['Akun diaktifkan kembali', 'Administrator mengaktifkan kembali akun Sandi Anda.'],
  'user.close': [
    'Akun ditutup',
    'Administrator menutup akun Sandi Anda. Sesi, API key, dan webhook-nya telah berakhir, dan datanya akan dihapus.',
  ],
  'user.role': ['Peran akun diubah', `Administrator mengubah peran akun Sandi Anda. ${SESSIONS_ENDED}`],
  'user.brands': ['Brand akun diubah', 'Administrator mengubah daftar brand akun Sandi Anda.'],
  'user.spend_cap': ['Batas belanja diubah', 'Administrator mengubah batas belanja akun Sandi Anda.'],
  'user.verify_email': [
    'Email ditandai terverifikasi',
    'Administrator menandai alamat email akun Sandi Anda sebagai terverifikasi.',
  ],
  'user.email': [
    'Alamat email diganti administrator',
    'Administrator mengganti alamat email akun Sandi Anda. Alamat ini tidak lagi menerima email dari akun itu.',
  ],
  'user.reset_password': [
    'Password diganti operator',
    `Operator membuat password baru untuk akun Sandi Anda. ${SESSIONS_ENDED}`,
  ],
  'user.remove_second_factor': [
    'Verifikasi dua langkah dimatikan',
    `Administrator mematikan verifikasi dua langkah akun Sandi Anda. ${SESSIONS_ENDED}`,
  ],
} as const satisfies Partial<Record<AdminAction, MailWords>>;

/** `self`: the owner, who acted; `owner`: the owner, and somebody else acted; `administrator`: the actor. */
export type Reader = 'self' | 'owner' | 'administrator';

export interface SecurityEvent {
  action: OwnAction | AdminAction | SecurityNotice;
  /** Such as `api_key:3`. */
  target: string;
  detail: object | null;
}

/** Subject and sentence for `reader`; `undefined`: no mail. */
export function wordsFor(reader: Reader, action: SecurityEvent['action']): MailWords | undefined {
  const table: Readonly<Partial<Record<string, MailWords | null>>> =
    reader === 'self' ? { ...OWN_ACTIONS, ...NOTICES } : reader === 'owner' ? BY_OTHERS : ADMIN_ACTIONS;
  return table[action] ?? undefined;
}

/** Fields of a device that decide who can read its messages, and whose callbacks are trusted. */
const DEVICE_SECRETS = ['base_url', 'token', 'webhook_secret', 'settings', 'template'];

/** Whether the changed fields or the amount are worth a mail. */
export function isWorthMail({ action, detail }: SecurityEvent, largeAmount: number): boolean {
  const changed = Object.entries(detail ?? {}).flatMap(([name, to]) => (to === undefined ? [] : [name]));
  if (action === 'api_key.update') return changed.some((name) => !['name', 'mode', 'last4'].includes(name));
  if (action === 'device.update') return changed.some((name) => DEVICE_SECRETS.includes(name));
  if (action === 'credit.topup' || action === 'credit.adjust')
    return largeAmount > 0 && Math.abs(Number(textOf(detail, 'amount'))) > largeAmount;
  return true;
}

export interface SecurityMail {
  reader: Reader;
  words: MailWords;
  event: SecurityEvent;
  /** Null at the operator's shell. */
  address: string | null;
  at: string;
  timeZone: string;
  /** The page of the security log. */
  link: string;
  /** If false, the address may be a stranger's: the mail contains no text that the owner chose. */
  isVerified: boolean;
  /** The rate limit suppresses further mails of this kind for a while. */
  isLast: boolean;
}

export function securityMail(mail: SecurityMail): Omit<Mail, 'to'> {
  const { words, address, at, timeZone, isLast } = mail;
  const [subject, sentence] = words;
  const thing = thingOf(mail);
  const facts = [
    ...(thing === null ? [] : [thing]),
    `Waktu: ${at} (${timeZone})`,
    ...(address === null ? [] : [`Alamat IP: ${isIP(address) > 0 ? address : 'tidak diketahui'}`]),
  ];
  return {
    subject: `Sandi: ${subject}`,
    text: `Halo,

${sentence}

${facts.join('\n')}

${adviceFor(mail)}
${isLast ? '\nPerubahan sejenis dalam satu jam ke depan tidak dikirim lagi; semuanya ada di log keamanan akun.\n' : ''}
Sandi
`,
  };
}

function adviceFor({ reader, event: { action }, link }: SecurityMail): string {
  if (reader === 'owner')
    return `Jika Anda tidak mengenali perubahan ini, hubungi administrator layanan. Log keamanan akun Anda:\n\n${link}`;
  if (action === 'password.change' || action === 'password.reset')
    return `Jika itu Anda, abaikan email ini. Jika bukan, buat password baru sekarang lewat “Lupa password”, lalu periksa
API key, webhook, dan log keamanan akun:\n\n${link}`;
  return `Jika itu Anda, abaikan email ini. Jika bukan, ganti password Anda sekarang, akhiri semua sesi, dan periksa log
keamanan akun:\n\n${link}`;
}

/** The changed item, in one line. */
function thingOf({ event: { target, detail }, reader, isVerified }: SecurityMail): string | null {
  const [kind, number] = target.split(':', 2);
  if (kind === 'api_key')
    return `API key: ${wordOf(detail, 'mode')}, empat karakter terakhir ${wordOf(detail, 'last4')}`;
  if (kind === 'webhook') return `Webhook: ${isVerified ? wordOf(detail, 'host', 253) : `nomor ${number}`}`;
  if (kind === 'device') return `Device: nomor ${number}`;
  return kind === 'user' && reader === 'administrator' ? `Akun: nomor ${number}` : null;
}

const wordOf = (detail: object | null, name: string, max?: number) => mailWord(textOf(detail, name), max);

function textOf(detail: object | null, name: string): string {
  const value = (detail as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
