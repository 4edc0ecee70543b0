import { failure } from './failure.js';

/** The part of {@link ERRORS} about accounts and logins. */
export const ACCOUNT_ERRORS = {
  username_invalid: failure(
    400,
    'Username harus 3-32 karakter: huruf, angka, titik, garis bawah atau tanda hubung.',
  ),
  email_invalid: failure(400, 'Alamat email tidak valid.'),
  password_invalid: failure(400, 'Panjang password tidak sesuai ketentuan.'),
  password_common: failure(
    400,
    'Password ini terlalu umum dan termasuk yang pertama ditebak orang. Pilih password lain.',
  ),
  name_invalid: failure(400, 'Nama harus 1-100 karakter.'),
  registration_closed: failure(
    403,
    'Pendaftaran akun ditutup. Mintalah undangan kepada administrator layanan ini.',
  ),
  invitation_invalid: failure(400, 'Undangan tidak valid, sudah dipakai, atau sudah kedaluwarsa.'),
  username_taken: failure(409, 'Username sudah digunakan.'),
  email_taken: failure(409, 'Email sudah terdaftar.'),
  credentials_invalid: failure(401, 'Username atau password salah.'),
  password_wrong: failure(400, 'Password saat ini salah.'),
  current_password_required: failure(
    403,
    'Masukkan password Anda lagi (current_password) untuk melakukan ini.',
  ),
  recent_login_required: failure(403, 'Login ulang untuk melakukan ini.'),
  second_factor_required: failure(
    401,
    'Masukkan kode dari aplikasi autentikator Anda untuk menyelesaikan login.',
  ),
  challenge_invalid: failure(401, 'Waktu untuk memasukkan kode sudah habis. Login ulang dari awal.'),
  second_factor_wrong: failure(400, 'Kode salah, sudah dipakai, atau sudah kedaluwarsa.'),
  second_factor_locked: failure(
    403,
    'Kode autentikator tidak diterima lagi setelah terlalu banyak kode salah. Gunakan kode pemulihan atau hubungi administrator.',
  ),
  second_factor_enabled: failure(409, 'Verifikasi dua langkah akun ini sudah aktif.'),
  second_factor_disabled: failure(409, 'Verifikasi dua langkah akun ini tidak aktif.'),
  second_factor_enrolment_required: failure(
    403,
    'Administrator wajib mengaktifkan verifikasi dua langkah sebelum melakukan hal lain.',
  ),
  account_suspended: failure(403, 'Akun ini dinonaktifkan. Hubungi administrator.'),
  account_closed: failure(409, 'Akun ini sudah ditutup.'),
  google_token_required: failure(400, 'Login Google memerlukan id_token.'),
  google_token_invalid: failure(401, 'Login Google gagal diverifikasi.', { log: 'info' }),
  google_unavailable: failure(
    503,
    'Login Google sedang tidak dapat diverifikasi. Coba lagi beberapa saat lagi.',
    { log: 'warn', headers: { 'retry-after': '10' } },
  ),
  google_disabled: failure(403, 'Login Google tidak diaktifkan.'),
  google_email_conflict: failure(
    409,
    'Email sudah terdaftar dengan password. Silakan login dengan password.',
  ),
  api_key_limit: failure(409, 'Jumlah API key sudah mencapai batas. Hapus key yang tidak dipakai.'),
  api_key_not_live: failure(409, 'API key sudah tidak aktif atau kedaluwarsa. Buat API key baru.'),
  reset_token_invalid: failure(400, 'Token reset tidak valid atau sudah kedaluwarsa.'),
  email_unverified: failure(
    403,
    'Alamat email akun ini belum diverifikasi. Buka tautan verifikasi yang dikirim ke alamat itu.',
  ),
  email_already_verified: failure(409, 'Alamat email akun ini sudah diverifikasi.'),
  verification_token_invalid: failure(
    400,
    'Tautan verifikasi tidak valid, sudah kedaluwarsa, atau milik akun lain.',
  ),
};
