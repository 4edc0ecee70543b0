import type { ErrorCode } from './errors.js';

/** What to do after a failure, for /docs/errors and docs/errors.md. */
export const REMEDIES = {
  request: {
    id: 'Perbaiki permintaannya; mengulanginya begitu saja akan ditolak lagi.',
    en: 'Fix the request before you retry.',
  },
  key: {
    id: 'Periksa API key di akun Anda: aktif, belum kedaluwarsa, boleh dari alamat ini dan untuk operasi ini.',
    en: 'Check the API key in your account: active, not expired, allowed from this address and for this operation.',
  },
  later: {
    id: 'Ulangi setelah Retry-After, dengan Idempotency-Key yang sama.',
    en: 'Retry after Retry-After, with the same Idempotency-Key.',
  },
  newKey: {
    id: 'Pesan baru memerlukan Idempotency-Key baru.',
    en: 'A new message needs a new Idempotency-Key.',
  },
  lasting: {
    id: 'Jangan langsung diulang, karena batas ini bertahan lama. Beri tahu pengguna Anda, dan periksa apakah formulir Anda disalahgunakan.',
    en: 'Do not retry soon: this limit lasts. Tell your user, and check your form for abuse.',
  },
  credit: {
    id: 'Isi kredit; mengulangi permintaan tidak mengubah apa pun.',
    en: 'Top up. A retry changes nothing.',
  },
  duplicate: {
    id: 'Jangan diulang: kode ini sedang dikirim atau sudah sampai. Kode lain bisa langsung dikirim.',
    en: 'Do not retry: this code is on its way or delivered. You can send another code at once.',
  },
  onItsWay: {
    id: 'Jangan diulang: sebuah kode sedang dikirim. Minta lagi hanya jika tidak sampai.',
    en: 'Do not retry: a code is on its way. Ask again only if it does not arrive.',
  },
  reason: {
    id: 'Bertindaklah menurut reason. Percobaan baru memerlukan Idempotency-Key baru.',
    en: 'Act by reason. A new attempt needs a new Idempotency-Key.',
  },
  unknown: {
    id: 'Jangan kirim kode yang sama lagi. Tunggu statusnya, atau kirim kode baru.',
    en: 'Do not send the same code again. Wait for the status, or send a new code.',
  },
  code: { id: 'Kirim kode baru.', en: 'Send a new code.' },
  verification: { id: 'Buat verifikasi baru.', en: 'Create a new verification.' },
  hook: {
    id: 'Lihat email kepada pemilik akun dan riwayat. Auth server mencoba lagi sendiri.',
    en: 'Read the mail to the owner of the account, and the history. Auth servers retry by themselves.',
  },
} as const;

/** Remedies of the failures that requests of API keys may get. */
export const REMEDY_OF: Readonly<Partial<Record<ErrorCode, keyof typeof REMEDIES>>> = {
  malformed_json: 'request',
  body_invalid: 'request',
  parameter_invalid: 'request',
  parameter_missing: 'request',
  parameter_unknown: 'request',
  bad_request: 'request',
  not_found: 'request',
  method_not_allowed: 'request',
  request_timeout: 'later',
  body_too_large: 'request',
  uri_too_long: 'request',
  unsupported_media_type: 'request',
  headers_too_large: 'request',
  rate_limited: 'later',
  internal_error: 'later',
  overloaded: 'later',
  unavailable: 'later',
  idempotency_key_invalid: 'request',
  idempotency_in_flight: 'later',
  idempotency_mismatch: 'newKey',
  api_key_missing: 'request',
  api_key_invalid: 'key',
  operation_not_allowed: 'key',
  phone_invalid: 'request',
  company_name_too_long: 'request',
  company_name_invalid: 'request',
  otp_code_invalid: 'request',
  external_id_invalid: 'request',
  metadata_invalid: 'request',
  channels_invalid: 'request',
  not_on_whatsapp_limited: 'lasting',
  verification_blocked: 'lasting',
  recipient_restricted: 'lasting',
  recipient_limited: 'lasting',
  daily_cap_reached: 'lasting',
  spend_cap_reached: 'lasting',
  insufficient_credit: 'credit',
  duplicate: 'duplicate',
  no_device: 'later',
  gateway_error: 'reason',
  gateway_unknown: 'unknown',
  hook_unavailable: 'hook',
  check_limited: 'code',
  phone_mismatch: 'request',
  verification_over: 'verification',
  resend_limit: 'verification',
  resend_in_flight: 'onItsWay',
  signature_invalid: 'key',
};
