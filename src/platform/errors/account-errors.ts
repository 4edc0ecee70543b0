/** The part of {@link ERRORS} about accounts and logins. */
export const ACCOUNT_ERRORS = {
  username_invalid: {
    status: 400,
    message: 'Username harus 3-32 karakter: huruf, angka, titik, garis bawah atau tanda hubung.',
  },
  email_invalid: { status: 400, message: 'Alamat email tidak valid.' },
  password_invalid: { status: 400, message: 'Panjang password tidak sesuai ketentuan.' },
  password_common: {
    status: 400,
    message: 'Password ini terlalu umum dan termasuk yang pertama ditebak orang. Pilih password lain.',
  },
  name_invalid: { status: 400, message: 'Nama harus 1-100 karakter.' },
  registration_closed: {
    status: 403,
    message: 'Pendaftaran akun ditutup. Mintalah undangan kepada administrator layanan ini.',
  },
  invitation_invalid: {
    status: 400,
    message: 'Undangan tidak valid, sudah dipakai, atau sudah kedaluwarsa.',
  },
  username_taken: { status: 409, message: 'Username sudah digunakan.' },
  email_taken: { status: 409, message: 'Email sudah terdaftar.' },
  credentials_invalid: { status: 401, message: 'Username atau password salah.' },
  password_wrong: { status: 400, message: 'Password saat ini salah.' },
  current_password_required: {
    status: 403,
    message: 'Masukkan password Anda lagi (current_password) untuk melakukan ini.',
  },
  recent_login_required: { status: 403, message: 'Login ulang untuk melakukan ini.' },
  second_factor_required: {
    status: 401,
    message: 'Masukkan kode dari aplikasi autentikator Anda untuk menyelesaikan login.',
  },
  challenge_invalid: {
    status: 401,
    message: 'Waktu untuk memasukkan kode sudah habis. Login ulang dari awal.',
  },
  second_factor_wrong: { status: 400, message: 'Kode salah, sudah dipakai, atau sudah kedaluwarsa.' },
  second_factor_locked: {
    status: 403,
    message:
      'Kode autentikator tidak diterima lagi setelah terlalu banyak kode salah. Gunakan kode pemulihan atau hubungi administrator.',
  },
  second_factor_enabled: { status: 409, message: 'Verifikasi dua langkah akun ini sudah aktif.' },
  second_factor_disabled: { status: 409, message: 'Verifikasi dua langkah akun ini tidak aktif.' },
  second_factor_enrolment_required: {
    status: 403,
    message: 'Administrator wajib mengaktifkan verifikasi dua langkah sebelum melakukan hal lain.',
  },
  account_suspended: { status: 403, message: 'Akun ini dinonaktifkan. Hubungi administrator.' },
  account_closed: { status: 409, message: 'Akun ini sudah ditutup.' },
  google_token_required: { status: 400, message: 'Login Google memerlukan id_token.' },
  google_token_invalid: { status: 401, message: 'Login Google gagal diverifikasi.', log: 'info' },
  google_unavailable: {
    status: 503,
    message: 'Login Google sedang tidak dapat diverifikasi. Coba lagi beberapa saat lagi.',
    log: 'warn',
    headers: { 'retry-after': '10' },
  },
  google_disabled: { status: 403, message: 'Login Google tidak diaktifkan.' },
  google_email_conflict: {
    status: 409,
    message: 'Email sudah terdaftar dengan password. Silakan login dengan password.',
  },
  api_key_limit: {
    status: 409,
    message: 'Jumlah API key sudah mencapai batas. Hapus key yang tidak dipakai.',
  },
  api_key_not_live: {
    status: 409,
    message: 'API key sudah tidak aktif atau kedaluwarsa. Buat API key baru.',
  },
  reset_token_invalid: { status: 400, message: 'Token reset tidak valid atau sudah kedaluwarsa.' },
  email_unverified: {
    status: 403,
    message: 'Alamat email akun ini belum diverifikasi. Buka tautan verifikasi yang dikirim ke alamat itu.',
  },
  email_already_verified: { status: 409, message: 'Alamat email akun ini sudah diverifikasi.' },
  verification_token_invalid: {
    status: 400,
    message: 'Tautan verifikasi tidak valid, sudah kedaluwarsa, atau milik akun lain.',
  },
} as const;
