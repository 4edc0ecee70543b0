import { isIP } from 'node:net';
import { type Mail, mailWord } from '../../platform/mail/index.js';
import type { AdminAction, OwnAction } from './actions.js';

/** A subject and a sentence. */
type Words = readonly [subject: string, sentence: string];

/** Mailed without an audit entry. */
export type SecurityNotice = 'second_factor.wrong_code';

const SESSIONS_ENDED = 'Semua sesi akun Anda telah berakhir.';

/** To the account owner. Null: no mail. */
const OWN = {
  'password.change': ['Password diganti', `Password akun Sandi Anda baru saja diganti. ${SESSIONS_ENDED}`],
  'password.reset': [
    'Password diatur ulang',
    `Password akun Sandi Anda baru saja diatur ulang melalui tautan yang dikirim ke email ini. ${SESSIONS_ENDED}`,
  ],
  'email.verify': null,
  'email.ask': [
    'Permintaan ganti alamat email',
    'Penggantian alamat email akun Sandi Anda baru saja diminta. Alamat ini tetap berlaku sampai alamat yang baru dikonfirmasi.',
  ],
  'email.change': [
    'Alamat email diganti',
    'Alamat email akun Sandi Anda baru saja diganti. Alamat ini tidak lagi menerima email dari akun itu.',
  ],
  'account.close_ask': [
    'Permintaan menutup akun',
    'Penutupan akun Sandi Anda baru saja diminta. Akun tetap terbuka sampai administrator menutupnya; permintaan dapat dibatalkan di halaman akun.',
  ],
  'account.close_cancel': null,
  'account.export': ['Data akun diunduh', 'Seluruh data akun Sandi Anda baru saja diunduh.'],
  'invitation.accept': null,
  'session.end': null,
  'session.end_others': null,
  'session.end_all': null,
  'second_factor.enable': [
    'Verifikasi dua langkah diaktifkan',
    'Verifikasi dua langkah akun Sandi Anda baru saja diaktifkan.',
  ],
  'second_factor.disable': [
    'Verifikasi dua langkah dimatikan',
    'Verifikasi dua langkah akun Sandi Anda baru saja dimatikan. Login kini hanya memerlukan password.',
  ],
  'second_factor.recovery_codes': [
    'Kode pemulihan baru dibuat',
    'Kode pemulihan baru untuk akun Sandi Anda baru saja dibuat. Kode yang lama tidak berlaku lagi.',
  ],
  'second_factor.recovery_code_used': [
    'Kode pemulihan dipakai',
    'Satu kode pemulihan akun Sandi Anda baru saja dipakai sebagai pengganti kode autentikator.',
  ],
  'member.invite': ['Anggota diundang', 'Seseorang baru saja diundang menjadi anggota akun Sandi Anda.'],
  'member.revoke': null,
  'member.join': ['Anggota baru', 'Undangan ke akun Sandi Anda baru saja diterima oleh anggota baru.'],
  'member.role': ['Peran anggota diubah', 'Peran seorang anggota akun Sandi Anda baru saja diubah.'],
  'member.remove': ['Anggota dikeluarkan', 'Seorang anggota akun Sandi Anda baru saja dikeluarkan.'],
  'member.leave': ['Anggota keluar', 'Seorang anggota baru saja meninggalkan akun Sandi Anda.'],
  'account.spend_cap': ['Batas belanja diubah', 'Batas belanja akun Sandi Anda baru saja diubah.'],
  'api_key.create': ['API key dibuat', 'API key baru baru saja dibuat di akun Sandi Anda.'],
  'api_key.update': [
    'API key diubah',
    'Status atau batas sebuah API key di akun Sandi Anda baru saja diubah.',
  ],
  'api_key.rotate': [
    'API key diganti',
    'Sebuah API key di akun Sandi Anda baru saja diganti dengan key baru.',
  ],
  'api_key.hook_secret': [
    'Secret hook diganti',
    'Secret yang menandatangani hook sebuah API key di akun Sandi Anda baru saja diganti.',
  ],
  'api_key.delete': ['API key dihapus', 'Sebuah API key di akun Sandi Anda baru saja dihapus.'],
  'webhook.create': [
    'Webhook dibuat',
    'Webhook baru baru saja dibuat di akun Sandi Anda. Status pesan Anda dikirim ke alamatnya.',
  ],
  'webhook.update': ['Webhook diubah', 'Sebuah webhook di akun Sandi Anda baru saja diubah.'],
  'webhook.rotate_secret': [
    'Secret webhook diganti',
    'Secret sebuah webhook di akun Sandi Anda baru saja diganti.',
  ],
  'webhook.delete': ['Webhook dihapus', 'Sebuah webhook di akun Sandi Anda baru saja dihapus.'],
  'guard.update': [
    'Pengaturan penjaga penipuan diubah',
    'Pengaturan penjaga penipuan akun Sandi Anda baru saja diubah.',
  ],
  'guard.unblock': null,
  'guard.list_add': null,
  'guard.list_remove': null,
  'second_factor.wrong_code': [
    'Kode verifikasi salah setelah password yang benar',
    'Seseorang memasukkan password akun Sandi Anda dengan benar, lalu kode verifikasi yang salah.',
  ],
} as const satisfies Record<OwnAction | SecurityNotice, Words | null>;

/** To the owner of the account that an administrator or the operator changed. */
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
} as const satisfies Partial<Record<AdminAction, Words>>;

/** To the administrator who acted, whose session may be stolen. Null: no mail. */
const BY_ADMINISTRATOR = {
  'credit.topup': ['Top up besar', 'Saldo sebuah akun ditambah atas nama Anda.'],
  'credit.adjust': ['Penyesuaian saldo besar', 'Saldo sebuah akun dikurangi atas nama Anda.'],
  'credit.decline': null,
  'credit.guide': ['Cara top up diubah', 'Cara top up, yang dibaca semua akun, diubah atas nama Anda.'],
  'price.set': ['Harga diubah', 'Harga sebuah channel diubah atas nama Anda.'],
  'price.cancel': ['Harga dibatalkan', 'Sebuah harga yang belum berlaku dibatalkan atas nama Anda.'],
  'cost.set': null,
  'cost.rate_card': null,
  'cost.remove': null,
  'currency_rate.set': null,
  'currency_rate.remove': null,
  'fraud.update': null,
  'fraud.list_add': null,
  'fraud.list_remove': null,
  'user.fraud_update': null,
  'user.fraud_unblock': null,
  'user.suspend': ['Pengguna dinonaktifkan', 'Sebuah akun dinonaktifkan atas nama Anda.'],
  'user.resume': ['Pengguna diaktifkan kembali', 'Sebuah akun diaktifkan kembali atas nama Anda.'],
  'user.close': ['Akun ditutup', 'Sebuah akun ditutup atas nama Anda.'],
  'user.role': ['Peran pengguna diubah', 'Peran sebuah akun diubah atas nama Anda.'],
  'user.brands': ['Brand pengguna diubah', 'Daftar brand sebuah akun diubah atas nama Anda.'],
  'user.spend_cap': ['Batas belanja diubah', 'Batas belanja sebuah akun diubah atas nama Anda.'],
  'brand.reserve': ['Brand dilindungi', 'Nama pada daftar brand yang dilindungi ditambah atas nama Anda.'],
  'brand.release': [
    'Brand tidak dilindungi lagi',
    'Sebuah nama dihapus dari daftar brand yang dilindungi atas nama Anda.',
  ],
  'invitation.create': ['Undangan dikirim', 'Seseorang diundang membuat akun atas nama Anda.'],
  'invitation.revoke': null,
  'user.verify_email': [
    'Email pengguna ditandai terverifikasi',
    'Alamat email sebuah akun ditandai terverifikasi atas nama Anda.',
  ],
  'user.email': ['Alamat email pengguna diganti', 'Alamat email sebuah akun diganti atas nama Anda.'],
  'user.view': null,
  'user.unlock': null,
  'user.reset_password': null,
  'user.remove_second_factor': [
    'Verifikasi dua langkah pengguna dimatikan',
    'Verifikasi dua langkah sebuah akun dimatikan atas nama Anda.',
  ],
  'device.create': ['Device ditambahkan', 'Sebuah device ditambahkan atas nama Anda.'],
  'device.update': ['Device diubah', 'Alamat, token, atau pengaturan sebuah device diubah atas nama Anda.'],
  'device.callback_key': ['Alamat callback diganti', 'Alamat callback sebuah device diganti atas nama Anda.'],
  'device.resume': null,
  'device.delete': ['Device dihapus', 'Sebuah device dihapus atas nama Anda.'],
  'device.pair': null,
  'device.template': null,
  'device.send': null,
  'message.search': null,
  'privacy.request': null,
  'privacy.complete': null,
  'privacy.decline': null,
  'privacy.lift': null,
  'privacy.legal_hold': null,
  'privacy.legal_release': null,
  'alert.acknowledge': null,
} as const satisfies Record<AdminAction, Words | null>;

/** `self`: owner of the account who acted; `owner`: somebody else acted; `administrator`: the one who acted. */
export type Reader = 'self' | 'owner' | 'administrator';

export interface SecurityEvent {
  action: OwnAction | AdminAction | SecurityNotice;
  /** Such as `api_key:3`. */
  target: string;
  detail: object | null;
}

/** Subject and sentence for `reader`; `undefined`: no mail. */
export function wordsFor(reader: Reader, action: SecurityEvent['action']): Words | undefined {
  const table: Readonly<Partial<Record<string, Words | null>>> =
    reader === 'self' ? OWN : reader === 'owner' ? BY_OTHERS : BY_ADMINISTRATOR;
  return table[action] ?? undefined;
}

/** Changes that decide who reads messages and whose callbacks are trusted. */
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
  words: Words;
  event: SecurityEvent;
  /** Null at the operator's shell. */
  address: string | null;
  /** Local time, formatted. */
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
