export const account = {
  title: 'Akun',
  description: 'Siapa Anda, dari mana akun ini dipakai, dan apa yang terjadi padanya.',
  profile: {
    title: 'Profil',
    username: 'Username',
    email: 'Email',
    verified: 'Terverifikasi',
    unverified: 'Belum diverifikasi',
    name: 'Nama',
    saved: 'Nama disimpan.',
  },
  password: {
    change: 'Ganti password',
    current: 'Password saat ini',
    new: 'Password baru',
    changed: 'Password diganti. Sesi di perangkat lain sudah berakhir.',
  },
  view: {
    whose: '<wide>Akun </wide><strong>{name}</strong>',
    until: 'hanya untuk dibaca, sampai {time}',
    end: 'Selesai',
  },
  preferences: {
    title: 'Bahasa dan waktu',
    language: 'Bahasa',
    zone: 'Zona waktu',
    now: 'Sekarang {time}',
    ofService: 'Zona layanan ({zone})',
    text: 'Disimpan di browser ini. Filter tanggal, grafik, dan batas harian tetap memakai zona layanan, {zone}.',
  },
} as const;
