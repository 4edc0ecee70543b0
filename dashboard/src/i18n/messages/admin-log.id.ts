export const filters = { apply: 'Terapkan', clear: 'Hapus filter' } as const;

export const list = {
  pastEnd: 'Halaman ini kosong',
  pastEndText: 'Daftarnya berakhir sebelum halaman ini.',
  firstPage: 'Ke halaman pertama',
} as const;

export const missing = {
  title: 'Tidak ditemukan',
  text: 'Tidak ada yang bernomor ini. Mungkin sudah dihapus, atau alamatnya keliru.',
} as const;

export const messages = {
  title: 'Pesan',
  description: 'Pesan semua akun, yang terbaru lebih dahulu. Nomor penerima disamarkan.',
  status: 'Status',
  anyStatus: 'Semua status',
  userId: 'ID pengguna',
  empty: 'Belum ada pesan',
  emptyText: 'OTP yang dikirim lewat layanan ini muncul di sini.',
  noMatch: 'Tidak ada yang cocok',
  noMatchText: 'Tidak ada pesan dengan filter ini.',
  columns: {
    message: 'Pesan',
    time: 'Waktu',
    user: 'Akun',
    recipient: 'Penerima',
    status: 'Status',
    device: 'Device',
    credit: 'Kredit',
  },
} as const;

export const message = {
  title: 'Pesan {id}',
  back: 'Semua pesan',
  story: 'Perjalanan',
  facts: 'Rincian',
  attempts: 'Device yang dicoba',
  noAttempts: 'Belum ada device yang dicoba.',
  error: 'Kesalahan',
  device: 'Device {id}',
  outcomes: { accepted: 'Diterima', refused: 'Ditolak', unknown: 'Tidak diketahui' },
  status: 'Status',
  recipient: 'Penerima',
  brand: 'Nama perusahaan',
  mode: 'Mode',
  credit: 'Kredit',
  created: 'Dibuat',
  reference: 'Referensi',
  gatewayId: 'ID di gateway',
} as const;

export const audit = {
  title: 'Log audit',
  description: 'Siapa mengubah apa dan kapan. Baris hanya ditambah, tidak pernah diubah.',
  action: 'Tindakan',
  anyAction: 'Semua tindakan',
  actor: 'ID administrator',
  target: 'Sasaran, misalnya user:7',
  empty: 'Belum ada catatan',
  emptyText: 'Perubahan oleh administrator tercatat di sini.',
  noMatch: 'Tidak ada yang cocok',
  noMatchText: 'Tidak ada catatan dengan filter ini.',
  columns: {
    time: 'Waktu',
    actor: 'Administrator',
    action: 'Tindakan',
    target: 'Sasaran',
    detail: 'Rincian',
  },
  you: 'Anda',
  userId: 'Pengguna {id}',
  deviceId: 'Device {id}',
  actions: {
    credit_topup: 'Top up saldo',
    credit_adjust: 'Penyesuaian saldo',
    user_suspend: 'Pengguna ditangguhkan',
    user_resume: 'Pengguna diaktifkan kembali',
    user_role: 'Peran diubah',
    device_create: 'Device ditambahkan',
    device_update: 'Device diubah',
    device_resume: 'Device dipakai lagi',
    device_delete: 'Device dihapus',
    device_pair: 'Kode QR device ditampilkan',
  },
} as const;

export const system = {
  title: 'Sistem',
  description: 'Keadaan layanan, diperbarui setiap {seconds, number} detik.',
  allWell: 'Semua berjalan baik',
  attention: 'Perlu perhatian',
  problems: {
    migrations: '{count, plural, other {# migrasi belum diterapkan oleh instance ini.}}',
    redis: 'Redis tidak terjangkau: batas dihitung per instance.',
    books: '{count, plural, other {# aturan pembukuan dilanggar.}}',
    noDevice: 'Tidak ada device yang tersedia: OTP tidak dapat dikirim.',
  },
  service: {
    title: 'Layanan',
    version: 'Versi',
    node: 'Node.js',
    instance: 'Instance',
    started: 'Dimulai',
    uptime: 'Berjalan selama',
    memory: 'Memori',
    heap: 'Heap terpakai',
  },
  megabytes: '{value, number} MB',
  database: {
    title: 'Basis data',
    engine: 'Mesin',
    version: 'Versi',
    latency: 'Latensi',
    migrations: 'Migrasi',
    applied: '{applied, number} diterapkan',
    pending: '{pending, number} menunggu',
  },
  redis: {
    title: 'Redis',
    up: 'Terhubung',
    down: 'Terputus',
    unused: 'Tidak dipakai',
    text: {
      up: 'Batas dihitung bersama oleh semua instance.',
      down: 'Batas untuk sementara dihitung per instance.',
      unused: 'Batas dihitung per instance; cukup untuk satu instance.',
    },
  },
  queues: {
    title: 'Antrean',
    webhook_events: 'Peristiwa webhook',
    webhook_deliveries: 'Pengiriman webhook',
    callbacks: 'Callback menunggu pesannya',
    pending_messages: 'Pesan belum pasti',
  },
  books: {
    title: 'Pembukuan',
    checked: 'Diperiksa',
    never: 'Belum pernah oleh instance ini',
    result: 'Hasil',
    balanced: 'Seimbang',
    violations: '{count, plural, other {# pelanggaran}}',
    unknown: 'Belum diketahui',
  },
  devices: { title: 'Device', manage: 'Kelola device', none: 'Tidak ada device yang aktif.' },
} as const;
