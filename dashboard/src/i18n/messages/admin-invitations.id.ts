export const invitations = {
  title: 'Undangan',
  description: 'Undangan untuk membuat akun di layanan ini.',
  users: 'Semua pengguna',
  mode: {
    open: 'Pendaftaran terbuka: siapa pun dapat membuat akun (REGISTRATION=open).',
    invite: 'Pendaftaran hanya dengan undangan (REGISTRATION=invite).',
    closed:
      'Pendaftaran ditutup: undangan tidak dapat dikirim atau dipakai. Untuk mengundang, atur REGISTRATION=invite.',
  },
  invite: 'Undang',
  email: 'Email',
  emailHint: 'Akunnya memakai alamat ini. Tautan di email hanya dapat dipakai satu kali.',
  submit: 'Kirim undangan',
  sent: 'Undangan dikirim.',
  list: 'Undangan terkirim',
  none: 'Belum ada undangan',
  noneText: 'Undangan yang Anda kirim muncul di sini.',
  columns: { email: 'Email', state: 'Status', since: 'Dikirim', until: 'Berlaku sampai', action: 'Tindakan' },
  status: { open: 'Menunggu', accepted: 'Diterima', revoked: 'Dicabut', expired: 'Kedaluwarsa' },
  revoke: 'Cabut',
  revokeTitle: 'Cabut undangan untuk {email}?',
  revokeText: 'Tautan di email tersebut tidak berlaku lagi.',
} as const;
