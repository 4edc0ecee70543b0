import { ACCOUNT_ERRORS } from './account-errors.js';

/** `log` is the level of the log line. */
export interface ErrorSpec {
  status: number;
  message: string;
  log?: 'debug' | 'info' | 'warn' | 'error';
  headers?: Record<string, string>;
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="sandi"' };
const INVALID_TOKEN = { 'www-authenticate': 'Bearer realm="sandi", error="invalid_token"' };

/**
 * All failures: stable code, HTTP status, Indonesian message. docs/contract.md promises the messages of the
 * send.
 */
export const ERRORS = {
  // Every route.
  malformed_json: { status: 400, message: 'Isi permintaan bukan JSON yang valid.' },
  body_invalid: { status: 400, message: 'Isi permintaan harus berupa objek JSON.' },
  parameter_invalid: { status: 400, message: 'Parameter tidak valid.' },
  parameter_missing: {
    status: 400,
    message: 'Parameter tidak lengkap. Lengkapi semua field yang wajib diisi.',
  },
  parameter_unknown: { status: 400, message: 'Parameter tidak dikenal.' },
  bad_request: { status: 400, message: 'Permintaan tidak valid.' },
  forbidden: { status: 403, message: 'Anda tidak memiliki akses ke sumber daya ini.' },
  not_found: { status: 404, message: 'Sumber daya tidak ditemukan.' },
  method_not_allowed: { status: 405, message: 'Metode HTTP tidak didukung untuk alamat ini.' },
  request_timeout: { status: 408, message: 'Permintaan terlalu lama diterima.' },
  body_too_large: { status: 413, message: 'Isi permintaan terlalu besar.' },
  uri_too_long: { status: 414, message: 'Alamat permintaan terlalu panjang.' },
  unsupported_media_type: { status: 415, message: 'Content-Type harus application/json.' },
  headers_too_large: { status: 431, message: 'Header permintaan terlalu besar.' },
  rate_limited: {
    status: 429,
    message: 'Rate limit tercapai. Terlalu banyak permintaan per menit, coba lagi setelah beberapa saat.',
  },
  internal_error: { status: 500, message: 'Terjadi kesalahan pada server.', log: 'error' },
  overloaded: {
    status: 503,
    message: 'Server sedang sibuk. Coba lagi sesaat lagi.',
    log: 'warn',
    headers: { 'retry-after': '1' },
  },
  unavailable: {
    status: 503,
    message: 'Layanan sedang tidak tersedia. Coba lagi beberapa saat lagi.',
    log: 'error',
    headers: { 'retry-after': '5' },
  },
  not_ready: {
    status: 503,
    message: 'Layanan belum siap menerima permintaan.',
    log: 'warn',
    headers: { 'retry-after': '5' },
  },

  // Idempotency-Key.
  idempotency_key_invalid: {
    status: 400,
    message: 'Idempotency-Key harus 1-255 karakter ASCII yang dapat dicetak.',
  },
  idempotency_in_flight: { status: 409, message: 'Permintaan dengan Idempotency-Key ini masih diproses.' },
  idempotency_mismatch: {
    status: 422,
    message: 'Idempotency-Key ini sudah dipakai untuk isi permintaan lain.',
  },

  // Credentials.
  api_key_missing: {
    status: 401,
    message: 'API key diperlukan. Kirim via header Authorization: Bearer <api_key>.',
    headers: CHALLENGE,
  },
  api_key_invalid: { status: 401, message: 'API key tidak valid atau tidak aktif.', headers: INVALID_TOKEN },
  operation_not_allowed: { status: 403, message: 'API key ini tidak diizinkan untuk operasi ini.' },
  token_missing: {
    status: 401,
    message: 'Token diperlukan. Kirim via header Authorization: Bearer <user_token>.',
    headers: CHALLENGE,
  },
  token_invalid: {
    status: 401,
    message: 'Token tidak valid atau sudah kedaluwarsa.',
    headers: INVALID_TOKEN,
  },

  ...ACCOUNT_ERRORS,

  // The send, in the order of its checks.
  phone_invalid: { status: 400, message: 'Nomor telepon tidak valid.' },
  company_name_too_long: { status: 400, message: 'Nama perusahaan maksimal 20 karakter.' },
  company_name_invalid: {
    status: 400,
    message:
      'Nama brand tidak boleh memuat tautan, nomor telepon, karakter tersembunyi atau campuran aksara. Jika akun punya daftar brand yang disetujui, pakai salah satunya persis seperti tertulis.',
  },
  otp_code_invalid: { status: 400, message: 'Kode OTP harus 4-10 digit angka.' },
  external_id_invalid: {
    status: 400,
    message:
      'external_id harus 1-64 karakter ASCII yang dapat dicetak, bukan nomor telepon, dan tidak memuat kode OTP.',
  },
  metadata_invalid: {
    status: 400,
    message:
      'metadata harus objek berisi maksimal 10 pasang teks (nama 1-40 karakter, nilai maksimal 200), tanpa nomor telepon dan tanpa kode OTP.',
  },
  channels_invalid: {
    status: 400,
    message:
      'channels harus daftar berisi whatsapp, sms atau telegram tanpa pengulangan, dan salah satunya menerima kode OTP ini.',
  },
  not_on_whatsapp_limited: {
    status: 429,
    message: 'Rate limit tercapai. Terlalu banyak nomor tanpa WhatsApp dari akun ini. Coba lagi nanti.',
  },
  verification_blocked: {
    status: 403,
    message: 'Verifikasi ke nomor ini sedang diblokir karena tampak seperti penipuan. Coba lagi nanti.',
  },
  recipient_restricted: {
    status: 403,
    message: 'Pemilik nomor ini meminta agar tidak dikirimi pesan.',
  },
  recipient_limited: {
    status: 429,
    message: 'Rate limit tercapai untuk nomor tujuan ini. Coba lagi setelah beberapa saat.',
  },
  daily_cap_reached: {
    status: 429,
    message: 'Batas harian API key ini sudah tercapai. Coba lagi besok atau naikkan batasnya.',
  },
  spend_cap_reached: {
    status: 403,
    message: 'Batas belanja hari ini akan terlampaui. Coba lagi besok atau naikkan batasnya.',
  },
  insufficient_credit: { status: 402, message: 'Kredit tidak cukup.' },
  duplicate: {
    status: 409,
    message:
      'OTP serupa baru saja dikirim. Tunggu beberapa menit sebelum mengirim kode yang sama ke nomor ini.',
  },
  no_device: {
    status: 503,
    message: 'Tidak ada device WhatsApp yang tersedia. Coba lagi beberapa saat lagi.',
    log: 'warn',
    headers: { 'retry-after': '30' },
  },
  gateway_error: { status: 502, message: 'Gagal mengirim OTP: gateway menolak pesan.', log: 'warn' },
  gateway_unknown: {
    status: 504,
    message: 'Gagal mengirim OTP: hasil pengiriman belum diketahui.',
    log: 'warn',
  },

  // Hooks of auth servers, whose users read the message.
  hook_unavailable: {
    status: 503,
    message: 'Layanan sedang tidak tersedia. Coba lagi nanti.',
    log: 'warn',
  },

  // The check of a code.
  check_limited: {
    status: 429,
    message: 'Terlalu banyak percobaan kode untuk nomor ini. Kirim kode baru.',
  },

  // Verifications.
  phone_mismatch: { status: 400, message: 'Nomor telepon bukan nomor tujuan verifikasi ini.' },
  verification_over: { status: 409, message: 'Verifikasi ini sudah berakhir. Buat verifikasi baru.' },
  resend_limit: {
    status: 409,
    message: 'Kode verifikasi ini sudah terlalu sering dikirim ulang. Buat verifikasi baru.',
  },
  resend_in_flight: {
    status: 409,
    message: 'Kode verifikasi ini masih sedang dikirim. Minta lagi hanya jika tidak sampai.',
    headers: { 'retry-after': '1' },
  },

  // The gateway's callback.
  signature_invalid: { status: 401, message: 'Tanda tangan callback tidak valid.', log: 'warn' },
  callback_invalid: { status: 400, message: 'Isi callback tidak sesuai format.', log: 'warn' },

  // Webhooks to users.
  webhook_url_invalid: {
    status: 400,
    message: 'URL webhook tidak valid. Gunakan alamat https publik tanpa username dan password.',
  },
  webhook_limit: {
    status: 409,
    message: 'Jumlah webhook sudah mencapai batas. Hapus webhook yang tidak dipakai.',
  },
  webhook_inactive: { status: 409, message: 'Webhook ini tidak aktif. Aktifkan kembali lebih dulu.' },

  // Administration.
  view_read_only: { status: 403, message: 'Akun ini hanya dilihat: tidak ada yang dapat diubah.' },
  view_not_open: {
    status: 403,
    message: 'Waktu melihat akun ini sudah habis. Mulai lagi dari halaman pengguna.',
  },
  last_owner: {
    status: 409,
    message: 'Akun harus punya pemilik. Jadikan anggota lain pemilik lebih dulu.',
  },
  member_limit: {
    status: 409,
    message: 'Anggota dan undangan sudah terlalu banyak. Keluarkan anggota atau cabut undangan lebih dulu.',
  },
  top_up_limit: {
    status: 409,
    message: 'Masih ada permintaan top up yang menunggu. Tunggu keputusannya, atau batalkan salah satunya.',
  },
  privacy_request_decided: { status: 409, message: 'Permintaan privasi ini sudah diputuskan.' },
  top_up_decided: { status: 409, message: 'Permintaan top up ini sudah diputuskan.' },
  payment_failed: {
    status: 502,
    message:
      'Penyedia pembayaran tidak membuat pembayaran ini. Coba cara bayar lain, atau bayar lewat transfer.',
    log: 'warn',
  },
  rate_card_invalid: {
    status: 400,
    message: 'Daftar tarif tidak dapat dibaca.',
  },
  picture_invalid: {
    status: 400,
    message: 'Gambar harus PNG atau JPEG, maksimal 128 KiB, ditulis sebagai base64.',
  },
  balance_negative: { status: 409, message: 'Saldo tidak boleh menjadi negatif.' },
  own_account: { status: 409, message: 'Anda tidak dapat melakukan ini pada akun Anda sendiri.' },
  last_admin: { status: 409, message: 'Harus selalu ada satu administrator yang aktif.' },
  device_name_taken: { status: 409, message: 'Nama device sudah digunakan.' },
  device_token_required: {
    status: 400,
    message: 'Alamat device berpindah ke server lain. Kirim juga token untuk server itu.',
  },
  device_changed: { status: 409, message: 'Device baru saja diubah. Muat ulang, lalu coba lagi.' },
  device_in_use: { status: 409, message: 'Device pernah dipakai mengirim. Nonaktifkan saja.' },
  templates_unsupported: { status: 409, message: 'Gateway device ini tidak memakai template.' },
  template_refused: { status: 502, message: 'Gateway menolak permintaan template ini.' },
  template_unknown: {
    status: 504,
    message: 'Gateway tidak menjawab dengan jelas. Periksa daftar template sebelum mencoba lagi.',
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
