import { ACCOUNT_ERRORS } from './account-errors.js';
import { conflict, type ErrorSpec, failure, forbidden, invalid } from './failure.js';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="sandi"' };
const INVALID_TOKEN = { 'www-authenticate': 'Bearer realm="sandi", error="invalid_token"' };

/** All failures: stable code, HTTP status, Indonesian message. docs/contract.md promises those of the send. */
export const ERRORS = {
  // Every route.
  malformed_json: invalid('Isi permintaan bukan JSON yang valid.'),
  body_invalid: invalid('Isi permintaan harus berupa objek JSON.'),
  parameter_invalid: invalid('Parameter tidak valid.'),
  parameter_missing: invalid('Parameter tidak lengkap. Lengkapi semua field yang wajib diisi.'),
  parameter_unknown: invalid('Parameter tidak dikenal.'),
  bad_request: invalid('Permintaan tidak valid.'),
  forbidden: forbidden('Anda tidak memiliki akses ke sumber daya ini.'),
  not_found: failure(404, 'Sumber daya tidak ditemukan.'),
  method_not_allowed: failure(405, 'Metode HTTP tidak didukung untuk alamat ini.'),
  request_timeout: failure(408, 'Permintaan terlalu lama diterima.'),
  body_too_large: failure(413, 'Isi permintaan terlalu besar.'),
  uri_too_long: failure(414, 'Alamat permintaan terlalu panjang.'),
  unsupported_media_type: failure(415, 'Content-Type harus application/json.'),
  headers_too_large: failure(431, 'Header permintaan terlalu besar.'),
  rate_limited: failure(
    429,
    'Rate limit tercapai. Terlalu banyak permintaan per menit, coba lagi setelah beberapa saat.',
  ),
  internal_error: failure(500, 'Terjadi kesalahan pada server.', { log: 'error' }),
  overloaded: failure(503, 'Server sedang sibuk. Coba lagi sesaat lagi.', {
    log: 'warn',
    headers: { 'retry-after': '1' },
  }),
  unavailable: failure(503, 'Layanan sedang tidak tersedia. Coba lagi beberapa saat lagi.', {
    log: 'error',
    headers: { 'retry-after': '5' },
  }),
  not_ready: failure(503, 'Layanan belum siap menerima permintaan.', {
    log: 'warn',
    headers: { 'retry-after': '5' },
  }),

  // Idempotency-Key.
  idempotency_key_invalid: invalid('Idempotency-Key harus 1-255 karakter ASCII yang dapat dicetak.'),
  idempotency_in_flight: conflict('Permintaan dengan Idempotency-Key ini masih diproses.'),
  idempotency_mismatch: failure(422, 'Idempotency-Key ini sudah dipakai untuk isi permintaan lain.'),

  // Credentials.
  api_key_missing: failure(401, 'API key diperlukan. Kirim via header Authorization: Bearer <api_key>.', {
    headers: CHALLENGE,
  }),
  api_key_invalid: failure(401, 'API key tidak valid atau tidak aktif.', { headers: INVALID_TOKEN }),
  operation_not_allowed: forbidden('API key ini tidak diizinkan untuk operasi ini.'),
  token_missing: failure(401, 'Token diperlukan. Kirim via header Authorization: Bearer <user_token>.', {
    headers: CHALLENGE,
  }),
  token_invalid: failure(401, 'Token tidak valid atau sudah kedaluwarsa.', { headers: INVALID_TOKEN }),

  ...ACCOUNT_ERRORS,

  // The send, in the order of its checks.
  phone_invalid: invalid('Nomor telepon tidak valid.'),
  company_name_too_long: invalid('Nama perusahaan maksimal 20 karakter.'),
  company_name_invalid: invalid(
    'Nama brand tidak boleh memuat tautan, nomor telepon, karakter tersembunyi atau campuran aksara. Jika akun punya daftar brand yang disetujui, pakai salah satunya persis seperti tertulis.',
  ),
  otp_code_invalid: invalid('Kode OTP harus 4-10 digit angka.'),
  external_id_invalid: invalid(
    'external_id harus 1-64 karakter ASCII yang dapat dicetak, bukan nomor telepon, dan tidak memuat kode OTP.',
  ),
  metadata_invalid: invalid(
    'metadata harus objek berisi maksimal 10 pasang teks (nama 1-40 karakter, nilai maksimal 200), tanpa nomor telepon dan tanpa kode OTP.',
  ),
  channels_invalid: invalid(
    'channels harus daftar berisi whatsapp, sms atau telegram tanpa pengulangan, dan salah satunya menerima kode OTP ini.',
  ),
  not_on_whatsapp_limited: failure(
    429,
    'Rate limit tercapai. Terlalu banyak nomor tanpa WhatsApp dari akun ini. Coba lagi nanti.',
  ),
  recipient_restricted: forbidden('Pemilik nomor ini meminta agar tidak dikirimi pesan.'),
  verification_blocked: forbidden(
    'Verifikasi ke nomor ini sedang diblokir karena tampak seperti penipuan. Coba lagi nanti.',
  ),
  recipient_limited: failure(
    429,
    'Rate limit tercapai untuk nomor tujuan ini. Coba lagi setelah beberapa saat.',
  ),
  daily_cap_reached: failure(
    429,
    'Batas harian API key ini sudah tercapai. Coba lagi besok atau naikkan batasnya.',
  ),
  spend_cap_reached: forbidden(
    'Batas belanja hari ini akan terlampaui. Coba lagi besok atau naikkan batasnya.',
  ),
  insufficient_credit: failure(402, 'Kredit tidak cukup.'),
  duplicate: conflict(
    'OTP serupa baru saja dikirim. Tunggu beberapa menit sebelum mengirim kode yang sama ke nomor ini.',
  ),
  no_device: failure(503, 'Tidak ada device WhatsApp yang tersedia. Coba lagi beberapa saat lagi.', {
    log: 'warn',
    headers: { 'retry-after': '30' },
  }),
  gateway_error: failure(502, 'Gagal mengirim OTP: gateway menolak pesan.', { log: 'warn' }),
  gateway_unknown: failure(504, 'Gagal mengirim OTP: hasil pengiriman belum diketahui.', { log: 'warn' }),

  // Hooks of auth servers, whose users read the message.
  hook_unavailable: failure(503, 'Layanan sedang tidak tersedia. Coba lagi nanti.', { log: 'warn' }),

  // The check of a code.
  check_limited: failure(429, 'Terlalu banyak percobaan kode untuk nomor ini. Kirim kode baru.'),

  // Verifications.
  phone_mismatch: invalid('Nomor telepon bukan nomor tujuan verifikasi ini.'),
  verification_over: conflict('Verifikasi ini sudah berakhir. Buat verifikasi baru.'),
  resend_limit: conflict('Kode verifikasi ini sudah terlalu sering dikirim ulang. Buat verifikasi baru.'),
  resend_in_flight: conflict(
    'Kode verifikasi ini masih sedang dikirim. Minta lagi hanya jika tidak sampai.',
    { headers: { 'retry-after': '1' } },
  ),

  // The gateway's callback.
  signature_invalid: failure(401, 'Tanda tangan callback tidak valid.', { log: 'warn' }),
  callback_invalid: invalid('Isi callback tidak sesuai format.', { log: 'warn' }),

  // Webhooks to users.
  webhook_url_invalid: invalid(
    'URL webhook tidak valid. Gunakan alamat https publik tanpa username dan password.',
  ),
  webhook_limit: conflict('Jumlah webhook sudah mencapai batas. Hapus webhook yang tidak dipakai.'),
  webhook_inactive: conflict('Webhook ini tidak aktif. Aktifkan kembali lebih dulu.'),

  // Administration.
  view_read_only: forbidden('Akun ini hanya dilihat: tidak ada yang dapat diubah.'),
  view_not_open: forbidden('Waktu melihat akun ini sudah habis. Mulai lagi dari halaman pengguna.'),
  last_owner: conflict('Akun harus punya pemilik. Jadikan anggota lain pemilik lebih dulu.'),
  member_limit: conflict(
    'Anggota dan undangan sudah terlalu banyak. Keluarkan anggota atau cabut undangan lebih dulu.',
  ),
  top_up_limit: conflict(
    'Masih ada permintaan top up yang menunggu. Tunggu keputusannya, atau batalkan salah satunya.',
  ),
  privacy_request_decided: conflict('Permintaan privasi ini sudah diputuskan.'),
  top_up_decided: conflict('Permintaan top up ini sudah diputuskan.'),
  payment_failed: failure(
    502,
    'Penyedia pembayaran tidak membuat pembayaran ini. Coba cara bayar lain, atau bayar lewat transfer.',
    { log: 'warn' },
  ),
  rate_card_invalid: invalid('Daftar tarif tidak dapat dibaca.'),
  picture_invalid: invalid('Gambar harus PNG atau JPEG, maksimal 128 KiB, ditulis sebagai base64.'),
  balance_negative: conflict('Saldo tidak boleh menjadi negatif.'),
  own_account: conflict('Anda tidak dapat melakukan ini pada akun Anda sendiri.'),
  last_admin: conflict('Harus selalu ada satu administrator yang aktif.'),
  device_name_taken: conflict('Nama device sudah digunakan.'),
  device_token_required: invalid(
    'Alamat device berpindah ke server lain. Kirim juga token untuk server itu.',
  ),
  device_changed: conflict('Device baru saja diubah. Muat ulang, lalu coba lagi.'),
  device_in_use: conflict('Device pernah dipakai mengirim. Nonaktifkan saja.'),
  templates_unsupported: conflict('Gateway device ini tidak memakai template.'),
  template_refused: failure(502, 'Gateway menolak permintaan template ini.'),
  template_unknown: failure(
    504,
    'Gateway tidak menjawab dengan jelas. Periksa daftar template sebelum mencoba lagi.',
  ),
} satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
