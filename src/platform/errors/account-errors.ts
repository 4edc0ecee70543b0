import { conflict, failure, forbidden, invalid } from './failure.js';

/** The part of {@link ERRORS} about accounts and logins. */
export const ACCOUNT_ERRORS = {
  username_invalid: invalid(
    'Username harus 3-32 karakter: huruf, angka, titik, garis bawah atau tanda hubung.',
  ),
  email_invalid: invalid('Alamat email tidak valid.'),
  password_invalid: invalid('Panjang password tidak sesuai ketentuan.'),
  password_common: invalid(
    'Password ini terlalu umum dan termasuk yang pertama ditebak orang. Pilih password lain.',
  ),
  name_invalid: invalid('Nama harus 1-100 karakter.'),
  registration_closed: forbidden(
    'Pendaftaran akun ditutup. Mintalah undangan kepada administrator layanan ini.',
  ),
  invitation_invalid: invalid('Undangan tidak valid, sudah dipakai, atau sudah kedaluwarsa.'),
  username_taken: conflict('Username sudah digunakan.'),
  email_taken: conflict('Email sudah terdaftar.'),
  credentials_invalid: failure(401, 'Username atau password salah.'),
  password_wrong: invalid('Password saat ini salah.'),
  current_password_required: forbidden('Masukkan password Anda lagi (current_password) untuk melakukan ini.'),
  recent_login_required: forbidden('Login ulang untuk melakukan ini.'),
  second_factor_required: failure(
    401,
    'Masukkan kode dari aplikasi autentikator Anda untuk menyelesaikan login.',
  ),
  challenge_invalid: failure(401, 'Waktu untuk memasukkan kode sudah habis. Login ulang dari awal.'),
  second_factor_wrong: invalid('Kode salah, sudah dipakai, atau sudah kedaluwarsa.'),
  second_factor_locked: forbidden(
    'Kode autentikator tidak diterima lagi setelah terlalu banyak kode salah. Gunakan kode pemulihan atau hubungi administrator.',
  ),
  second_factor_enabled: conflict('Verifikasi dua langkah akun ini sudah aktif.'),
  second_factor_disabled: conflict('Verifikasi dua langkah akun ini tidak aktif.'),
  second_factor_enrolment_required: forbidden(
    'Administrator wajib mengaktifkan verifikasi dua langkah sebelum melakukan hal lain.',
  ),
  account_suspended: forbidden('Akun ini dinonaktifkan. Hubungi administrator.'),
  account_closed: conflict('Akun ini sudah ditutup.'),
  google_token_required: invalid('Login Google memerlukan id_token.'),
  google_token_invalid: failure(401, 'Login Google gagal diverifikasi.', { log: 'info' }),
  google_unavailable: failure(
    503,
    'Login Google sedang tidak dapat diverifikasi. Coba lagi beberapa saat lagi.',
    { log: 'warn', headers: { 'retry-after': '10' } },
  ),
  google_disabled: forbidden('Login Google tidak diaktifkan.'),
  google_email_conflict: conflict('Email sudah terdaftar dengan password. Silakan login dengan password.'),
  api_key_limit: conflict('Jumlah API key sudah mencapai batas. Hapus key yang tidak dipakai.'),
  api_key_not_live: conflict('API key sudah tidak aktif atau kedaluwarsa. Buat API key baru.'),
  reset_token_invalid: invalid('Token reset tidak valid atau sudah kedaluwarsa.'),
  email_unverified: forbidden(
    'Alamat email akun ini belum diverifikasi. Buka tautan verifikasi yang dikirim ke alamat itu.',
  ),
  email_already_verified: conflict('Alamat email akun ini sudah diverifikasi.'),
  verification_token_invalid: invalid(
    'Tautan verifikasi tidak valid, sudah kedaluwarsa, atau milik akun lain.',
  ),
};
