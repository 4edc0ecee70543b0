export const reservedBrands = {
  title: 'Brand dilindungi',
  description: 'Nama yang hanya boleh dipakai akun yang brand-nya Anda setujui.',
  add: 'Tambah brand',
  field: 'Brand, satu per baris',
  hint: 'Nama yang mirip ikut ditolak, misalnya dengan huruf lain, spasi atau tanda baca. Akun yang punya brand ini dalam daftar persetujuannya tetap boleh mengirim.',
  addNow: 'Tambahkan',
  saved: 'Brand ditambahkan.',
  list: 'Daftar brand yang dilindungi',
  none: 'Belum ada brand yang dilindungi',
  noneText: 'Tambahkan nama yang sering ditiru, misalnya bank dan layanan besar.',
  columns: { brand: 'Brand', since: 'Sejak', action: 'Tindakan' },
  remove: 'Hapus',
  removeTitle: 'Hapus {brand} dari daftar?',
  removeText:
    'Setelah itu semua akun boleh memakai nama ini, kecuali jika nama ini disetujui untuk akun lain.',
};
