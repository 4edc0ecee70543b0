export const account = {
  title: 'Akun',
  description: 'Profil, sesi, dan log keamanan Anda.',
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
    until: 'hanya baca sampai {time}',
    end: 'Selesai',
  },
  preferences: {
    title: 'Bahasa dan waktu',
    language: 'Bahasa',
    zone: 'Zona waktu',
    now: 'Sekarang {time}',
    ofService: 'Zona waktu layanan ({zone})',
    text: 'Disimpan di browser ini. Filter tanggal, grafik, dan batas harian tetap memakai zona waktu layanan, {zone}.',
  },
} as const;
