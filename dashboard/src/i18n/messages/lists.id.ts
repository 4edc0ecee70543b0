/** What stands around lists: their pages, their days, their order. */
export const lists = {
  table: {
    page: 'Halaman {page, number} dari {pages, number}',
    previous: 'Sebelumnya',
    next: 'Berikutnya',
    pagination: 'Halaman',
    jump: 'Ke halaman',
    size: 'Banyaknya baris',
    perPage: '{size, number} baris',
    first: 'Ke awal',
    searchOn: 'Cari lebih jauh',
    searchedUntil: 'Dicari sampai {time}. Masih ada pesan lain yang belum diperiksa.',
    nothingUntil: 'Belum ada yang cocok sampai {time}. Masih ada pesan lain yang belum diperiksa.',
  },
  pastEnd: {
    title: 'Halaman ini kosong',
    text: 'Daftarnya berakhir sebelum halaman ini.',
    first: 'Ke halaman pertama',
  },
  period: {
    label: 'Waktu',
    any: 'Kapan saja',
    today: 'Hari ini',
    yesterday: 'Kemarin',
    last7: '7 hari terakhir',
    last30: '30 hari terakhir',
    thisMonth: 'Bulan ini',
    own: 'Pilih tanggal…',
    from: 'Dari tanggal',
    to: 'Sampai tanggal',
  },
  order: { label: 'Urutan', newest: 'Terbaru dulu', oldest: 'Terlama dulu' },
} as const;
