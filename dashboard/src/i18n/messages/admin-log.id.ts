export const filters = {
  apply: 'Terapkan',
  account: 'Nama atau email',
  noAccount: 'Tidak ada akun dengan nama ini.',
  unusable: 'Tidak bisa dipakai sebagai filter.',
} as const;

export const missing = {
  title: 'Tidak ditemukan',
  text: 'Tidak ada yang bernomor ini. Mungkin sudah dihapus, atau alamatnya keliru.',
} as const;

export const messages = {
  title: 'Pesan',
  description: 'Pesan semua akun, yang terbaru di atas. Nomor penerima disamarkan.',
  anyStatus: 'Semua status',
  mode: 'Mode',
  anyMode: 'Semua mode',
  key: 'API key',
  anyKey: 'Semua key',
  deletedKey: 'sudah dihapus',
  anyDevice: 'Semua device',
  anyReason: 'Semua penyebab',
  prefix: 'Awalan nomor',
  anyPrefix: 'Semua awalan',
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
    reason: 'Penyebab gagal',
    device: 'Device',
    brand: 'Brand',
  },
} as const;

export const message = {
  title: 'Pesan {id}',
  back: 'Semua pesan',
  story: 'Perjalanan pesan',
  facts: 'Rincian',
  attempts: 'Device yang dicoba',
  noAttempts: 'Belum ada device yang dicoba.',
  error: 'Kesalahan',
  outcomes: { accepted: 'Diterima', refused: 'Ditolak', unknown: 'Tidak diketahui' },
  status: 'Status',
  recipient: 'Penerima',
  brand: 'Brand',
  mode: 'Mode',
  credit: 'Kredit',
  created: 'Dibuat',
  reference: 'Referensi',
  gatewayId: 'ID di gateway',
} as const;

export const audit = {
  title: 'Log audit',
  description:
    'Siapa melakukan apa, kapan, dan dari mana: perubahan oleh administrator, dan login serta perubahan oleh pemilik akun.',
  anyAction: 'Semua tindakan',
  userId: 'Pengguna {id}',
  account: 'Akun',
  target: 'Sasaran, misalnya user:7',
  empty: 'Belum ada catatan',
  emptyText: 'Perubahan dan login tercatat di sini.',
  noMatch: 'Tidak ada yang cocok',
  noMatchText: 'Tidak ada catatan dengan filter ini.',
  columns: {
    time: 'Waktu',
    actor: 'Pelaku',
    action: 'Tindakan',
    target: 'Sasaran',
    from: 'Dari',
    detail: 'Rincian',
  },
  you: 'Anda',
  shell: 'Operator di server',
  nobody: 'Tidak dikenal',
} as const;

export const free = {
  title: 'Sampai setelah dikembalikan',
  text: 'Pesan yang dilaporkan gagal atau tidak dilaporkan, kreditnya dikembalikan, lalu tetap sampai.',
  today: 'Hari ini',
  lastDays: '30 hari',
  credits: 'Kredit dalam 30 hari',
} as const;

export const system = {
  title: 'Sistem',
  description: 'Keadaan layanan, diperbarui setiap {seconds, number} detik.',
  verdict: {
    good: 'Semua berjalan baik',
    waiting: 'Berjalan; masih ada yang ditunggu',
    needsYou: 'Perlu perhatian',
    broken: 'Ada yang tidak berfungsi',
  },
  findings: {
    noDevice:
      'Tidak ada device yang tersedia: OTP tidak dapat dikirim. Lihat penyebabnya di <devices>Device</devices>.',
    devicesOut:
      '{count, plural, other {# device tidak menerima pesan.}} Penyebabnya ada di <devices>Device</devices>.',
    devicesFailing:
      '{count, plural, other {# device tidak menerima pesan-pesan terakhirnya.}} Alasannya ada di <devices>Device</devices>.',
    devicesUnheard:
      '{count, plural, other {# device mengirim, tetapi tidak ada laporan bahwa pesannya sampai.}} Periksa alamat callback-nya di <devices>Device</devices>.',
    devicesResting:
      '{count, plural, other {# device baru saja gagal dan beristirahat.}} Nanti dicoba lagi dengan sendirinya.',
    devicesAtLimit:
      '{count, plural, other {# device sudah mencapai batas kirimnya.}} Menerima lagi dengan sendirinya.',
    allAtLimit:
      'Semua device sudah mencapai batas kirimnya: OTP ditolak sampai jatah baru. Naikkan batas atau tambah device di <devices>Device</devices>.',
    migrations:
      '{count, plural, other {# migrasi belum diterapkan oleh instance ini.}} Jalankan ulang dengan versi terbaru.',
    redis: 'Redis tidak terjangkau: batas dihitung per instance. Periksa REDIS_URL dan servernya.',
    books: '{count, plural, other {# aturan pembukuan dilanggar.}} npm run books menyebutkan baris-barisnya.',
    booksNever:
      'Instance ini tidak memeriksa pembukuan (BOOKS_SECONDS=0). npm run books memeriksanya sekarang.',
    booksLate:
      'Pemeriksaan pembukuan terlambat. Penyebabnya ada di log; npm run books memeriksanya sekarang.',
    booksSoon: 'Pembukuan belum diperiksa sejak instance ini dimulai. Pemeriksaan pertama pukul {at}.',
    booksNow: 'Pembukuan belum diperiksa sejak instance ini dimulai. Pemeriksaan pertama sedang berjalan.',
    alerts: '{count, plural, other {# peringatan belum dilihat siapa pun, lihat di bawah.}}',
    alertsUnknown:
      'Belum diketahui apakah ada peringatan: jawabannya tidak datang. Ditanyakan lagi dengan sendirinya; jika tetap begini, penyebabnya ada di log layanan.',
    webhooksHeld:
      '{count, plural, other {# pengiriman webhook menunggu karena webhook-nya gagal atau dihentikan.}} Pemiliknya melihat penyebabnya di halaman Webhook.',
  },
  alerts: {
    title: 'Peringatan',
    none: 'Tidak ada yang sedang berlangsung.',
    more: '{count, plural, other {# lagi tidak ditampilkan.}}',
    kind: 'Peringatan',
    about: 'Tentang',
    since: 'Sejak',
    acknowledged: 'Sudah dilihat',
    acknowledge: 'Tandai dilihat',
    acknowledgeThis: 'Tandai dilihat: {kind}',
    acknowledgedNow: 'Peringatan ditandai sudah dilihat. Tidak dikabarkan lagi sampai berakhir.',
    kinds: {
      device_disconnected: 'Device terputus',
      device_restricted: 'Device ditahan WhatsApp',
      device_failing: 'Device gagal mengirim',
      device_degraded: 'Device tidak melapor',
      webhook_backlog: 'Webhook menumpuk',
      pending_backlog: 'Pesan lama diproses',
      callback_backlog: 'Callback menumpuk',
      sends_overloaded: 'Pengiriman ditolak karena beban',
      free_deliveries: 'Sampai setelah dikembalikan',
      top_up_waiting: 'Top up menunggu',
      numbers_probed: 'Akun memeriksa nomor',
      mails_failing: 'Email ke akun tidak terkirim',
      database_down: 'Database tidak dapat dipakai',
      clock_wrong: 'Jam sebuah mesin salah',
      books_broken: 'Pembukuan tidak cocok',
    },
    hints: {
      device_disconnected:
        'Pindai ulang kodenya jika ponselnya keluar, atau jalankan gateway-nya jika tidak terjangkau.',
      device_restricted: 'Biarkan beristirahat sampai selesai; jangan dipakai lagi lebih awal.',
      device_failing: 'Periksa akun dan gateway-nya. Pulih sendiri setelah menerima satu pesan.',
      device_degraded: 'Periksa ponselnya dan alamat callback-nya.',
      webhook_backlog: 'Periksa log layanan. Jika tidak ada kesalahan di sana, naikkan WEBHOOK_CONCURRENCY.',
      pending_backlog: 'Cari “recovery failed” di log layanan.',
      callback_backlog:
        'Periksa apakah gateway melapor ke layanan yang benar, atau ponselnya juga dipakai orang untuk menulis.',
      sends_overloaded: 'Periksa apakah database lambat, atau mesinnya kekurangan prosesor atau memori.',
      free_deliveries:
        'Bandingkan laporan gateway dengan perjalanan pesannya, dan hentikan pesan baru ke device itu sampai gateway-nya beres.',
      top_up_waiting: 'Periksa rekening, lalu konfirmasi atau tolak.',
      numbers_probed:
        'Terlalu banyak pengirimannya ke nomor tanpa WhatsApp. Periksa riwayatnya, dan tangguhkan jika ia memeriksa nomor orang lain.',
      mails_failing: 'Periksa SMTP_URL dengan npm run doctor, dan cari “a mail was not sent” di log layanan.',
      database_down: 'Periksa apakah database berjalan, terjangkau, boleh ditulis, dan disknya tidak penuh.',
      clock_wrong:
        'Jalankan NTP di mesin itu dan di mesin database. Sampai saat itu instance-nya tidak memeriksa pesan yang tertunda.',
      books_broken: 'Jangan hapus apa pun; jalankan npm run books, yang menyebut barisnya.',
    },
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
    title: 'Database',
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
    webhook_events: 'Event webhook',
    webhook_deliveries: 'Pengiriman webhook',
    webhook_deliveries_held: 'Di antaranya, tertahan oleh webhook-nya',
    callbacks: 'Callback menunggu pesannya',
    pending_messages: 'Pesan diproses',
  },
  books: {
    title: 'Pembukuan',
    checked: 'Diperiksa',
    never: 'Belum pernah oleh instance ini',
    next: 'Berikutnya',
    result: 'Hasil',
    balanced: 'Seimbang',
    violations: '{count, plural, other {# pelanggaran}}',
    unknown: 'Belum diketahui',
  },
} as const;
