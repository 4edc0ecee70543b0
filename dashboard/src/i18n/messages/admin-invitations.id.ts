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
  emailHint: 'Akunnya memakai alamat ini. Tautan di email hanya dapat dipakai satu kali.',
  list: 'Undangan terkirim',
  since: 'Dikirim',
} as const;
