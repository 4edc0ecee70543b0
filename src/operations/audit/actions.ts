import type { Caller, UserPrincipal } from '../../platform/access/principal.js';

/** A subject and a sentence. */
export type MailWords = readonly [subject: string, sentence: string];

export const SESSIONS_ENDED = 'Semua sesi akun Anda telah berakhir.';

/** Actions of users on their own account, with the mail to its owner (null: no mail). Kept for SECURITY_LOG_DAYS. */
export const OWN_ACTIONS = {
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
} as const satisfies Record<string, MailWords | null>;

/** Actions of administrators and the operator, with the mail to the actor (null: no mail). Never deleted. */
export const ADMIN_ACTIONS = {
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
  'invitation.create': ['Undangan dikirim', 'Seseorang diundang membuat akun atas nama Anda.'],
  'invitation.revoke': null,
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
} as const satisfies Record<string, MailWords | null>;

const keysOf = <Action extends string>(table: Record<Action, unknown>) => Object.keys(table) as Action[];

export const SIGN_IN_ACTIONS = ['signin.ok', 'signin.failed'] as const;

/** Actions on one's own account, and logins; kept for SECURITY_LOG_DAYS. */
export const OWNER_ACTIONS = [...SIGN_IN_ACTIONS, ...keysOf(OWN_ACTIONS)];

export const AUDIT_ACTIONS = [...keysOf(ADMIN_ACTIONS), ...OWNER_ACTIONS];

export type SignInAction = (typeof SIGN_IN_ACTIONS)[number];
export type OwnAction = keyof typeof OWN_ACTIONS;
export type AdminAction = keyof typeof ADMIN_ACTIONS;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Whether an action concerns one login and not its whole account. */
export const isOfLogin = (action: string) =>
  /^(?:signin|password|email|session|second_factor)\./.test(action);

export const isOwnAction = (action: AuditAction) => OWNER_ACTIONS.some((own) => own === action);

export const isAuditAction = (value: unknown) => AUDIT_ACTIONS.some((action) => action === value);

/** A user and the request; the token version is that of its session. */
export type UserActor = Caller &
  Pick<UserPrincipal, 'kind' | 'userId' | 'memberId'> &
  Partial<Pick<UserPrincipal, 'tokenVersion'>>;

/** Who acts, and in which request. Each shell command counts as a request. */
export type Actor = UserActor | { kind: 'shell'; requestId: string };
