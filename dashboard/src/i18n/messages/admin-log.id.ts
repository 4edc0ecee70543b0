export const filters = {
  apply: 'Terapkan',
  account: 'Nama atau email',
  noAccount: 'Tidak ada akun dengan nama ini.',
  unusable: 'Tidak dapat dipakai sebagai filter.',
} as const;

export const missing = {
  title: 'Tidak ditemukan',
  text: 'Tidak ada data dengan ID ini. Mungkin sudah dihapus, atau alamatnya salah.',
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
  timeline: 'Perjalanan pesan',
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
  description: 'Perubahan oleh administrator, serta login dan perubahan oleh pemilik akun.',
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
  title: 'Sampai setelah kredit dikembalikan',
  text: 'Pesan yang kreditnya dikembalikan karena gagal atau tanpa laporan, tetapi kemudian sampai.',
  today: 'Hari ini',
  lastDays: '30 hari',
  credits: 'Kredit dalam 30 hari',
} as const;

export const system = {
  title: 'Sistem',
  description: 'Keadaan layanan, diperbarui setiap {seconds, number} detik.',
  status: {
    good: 'Semua berjalan baik',
    waiting: 'Berjalan, ada yang masih menunggu',
    attention: 'Perlu perhatian',
    broken: 'Ada yang tidak berfungsi',
  },
  findings: {
    noDevice:
      'Tidak ada device yang tersedia, jadi OTP tidak dapat dikirim. Penyebabnya ada di <devices>Device</devices>.',
    devicesOut:
      '{count, plural, other {# device tidak tersedia.}} Penyebabnya ada di <devices>Device</devices>.',
    devicesFailing:
      '{count, plural, other {# device tidak menerima pesan terakhir.}} Penyebabnya ada di <devices>Device</devices>.',
    devicesUnacknowledged:
      '{count, plural, other {# device mengirim pesan, tetapi laporan pengiriman tidak masuk.}} Periksa alamat callback-nya di <devices>Device</devices>.',
    devicesCoolingDown:
      '{count, plural, other {# device dijeda karena gagal.}} Device dicoba lagi secara otomatis.',
    devicesAtLimit:
      '{count, plural, other {# device sudah mencapai batas kirimnya.}} Pengiriman berlanjut otomatis.',
    allAtLimit:
      'Semua device sudah mencapai batas kirimnya: OTP ditolak sampai batasnya diatur ulang. Naikkan batas atau tambah device di <devices>Device</devices>.',
    migrations:
      '{count, plural, other {# migrasi belum diterapkan oleh instance ini.}} Jalankan ulang dengan versi terbaru.',
    redis: 'Redis tidak terjangkau, jadi batas dihitung per instance. Periksa REDIS_URL dan servernya.',
    books:
      'Audit pembukuan menemukan {count, plural, other {# pelanggaran.}} npm run books menampilkan barisnya.',
    booksNever:
      'Instance ini tidak menjalankan audit pembukuan (BOOKS_SECONDS=0). npm run books menjalankannya sekarang.',
    booksLate: 'Audit pembukuan terlambat. Penyebabnya ada di log; npm run books menjalankannya sekarang.',
    booksSoon: 'Audit pembukuan belum berjalan sejak instance ini dimulai. Audit pertama pukul {at}.',
    booksNow: 'Audit pembukuan belum berjalan sejak instance ini dimulai. Audit sedang berjalan sekarang.',
    alerts: '{count, plural, other {# peringatan belum ditandai dilihat.}} Lihat di bawah.',
    alertsUnknown:
      'Peringatan tidak dapat dimuat. Halaman ini mencoba lagi secara otomatis; jika berlanjut, lihat log layanan.',
    webhooksHeld:
      '{count, plural, other {# pengiriman webhook menunggu karena webhook-nya gagal atau dihentikan.}} Pemiliknya melihat penyebabnya di halaman Webhook.',
  },
  alerts: {
    title: 'Peringatan',
    none: 'Tidak ada peringatan.',
    more: '{count, plural, other {# lagi tidak ditampilkan.}}',
    kind: 'Peringatan',
    about: 'Tentang',
    since: 'Sejak',
    acknowledged: 'Sudah dilihat',
    acknowledge: 'Tandai dilihat',
    acknowledgeThis: 'Tandai dilihat: {kind}',
    acknowledgedNow: 'Peringatan ditandai sudah dilihat. Tidak ada pemberitahuan lagi sampai berakhir.',
    kinds: {
      device_disconnected: 'Device terputus',
      device_restricted: 'Device dibatasi WhatsApp',
      device_failing: 'Device gagal mengirim',
      device_degraded: 'Device tidak melapor',
      template_blocked: 'Template diblokir Meta',
      api_version_ending: 'Versi API segera berakhir',
      device_new_chats: 'Kuota chat baru hampir habis',
      webhook_backlog: 'Webhook menumpuk',
      pending_backlog: 'Pesan tanpa hasil',
      callback_backlog: 'Callback menumpuk',
      sends_overloaded: 'Pengiriman ditolak karena beban',
      free_deliveries: 'Sampai setelah kredit dikembalikan',
      international_rate: 'Tarif internasional Meta',
      top_up_waiting: 'Top up menunggu',
      payment_review: 'Pembayaran perlu diperiksa',
      payment_reversed: 'Pembayaran ditarik kembali',
      numbers_probed: 'Akun memeriksa nomor orang lain',
      fraud_detected: 'Pengiriman tampak seperti penipuan',
      closing_requested: 'Penutupan akun diminta',
      privacy_due: 'Permintaan privasi hampir lewat waktu',
      mails_failing: 'Email ke akun tidak terkirim',
      database_down: 'Database tidak dapat dipakai',
      clock_wrong: 'Jam server salah',
      books_broken: 'Pembukuan tidak cocok',
    },
    hints: {
      device_disconnected:
        'Pindai ulang kodenya jika ponselnya keluar, atau jalankan gateway-nya jika tidak terjangkau.',
      device_restricted: 'Jangan dipakai lagi sebelum pembatasan berakhir.',
      device_failing: 'Periksa akun dan gateway-nya. Device pulih otomatis setelah menerima satu pesan.',
      device_degraded: 'Periksa ponselnya dan alamat callback-nya.',
      template_blocked:
        'Perbaiki atau ganti template-nya di WhatsApp Manager. Device dipakai lagi setelah template disetujui.',
      api_version_ending: 'Pilih versi yang lebih baru di pengaturan api_version device ini.',
      device_new_chats:
        'Tambah device lain. Setelah kuota habis, device ini hanya mencapai penerima yang sudah mengenalnya.',
      webhook_backlog: 'Periksa log layanan. Jika tidak ada kesalahan di sana, naikkan WEBHOOK_CONCURRENCY.',
      pending_backlog: 'Cari “recovery failed” di log layanan.',
      callback_backlog:
        'Periksa apakah gateway melapor ke layanan yang benar, dan apakah ponselnya juga dipakai untuk percakapan biasa.',
      sends_overloaded: 'Periksa apakah database lambat, atau server kekurangan CPU atau memori.',
      free_deliveries:
        'Bandingkan laporan gateway dengan perjalanan pesannya, dan hentikan pesan baru ke device ini sampai gateway-nya diperbaiki.',
      international_rate:
        'Periksa lokasi utama bisnis di Meta Business Manager, atau pindahkan pesannya ke device lain.',
      top_up_waiting: 'Periksa rekening, lalu konfirmasi atau tolak.',
      payment_review:
        'Kreditnya ditambahkan terlambat, atau tidak ditambahkan. Bandingkan dengan dashboard penyedia pembayaran.',
      payment_reversed:
        'Dikembalikan, kena chargeback, atau dibatalkan setelah lunas. Saldo tidak diubah; sesuaikan jika perlu.',
      numbers_probed:
        'Terlalu banyak pesannya ke nomor tanpa WhatsApp. Periksa riwayatnya, dan tangguhkan akun ini jika memeriksa nomor orang lain.',
      fraud_detected:
        'Lihat temuannya. Dengan mode shadow pengirimannya tetap jalan; dengan mode enforce diblokir.',
      closing_requested: 'Selesaikan saldonya, lalu tutup akun itu di halaman penggunanya.',
      privacy_due: 'Selesaikan atau tolak di halaman Privasi, dalam 72 jam sejak dicatat.',
      mails_failing: 'Periksa SMTP_URL dengan npm run doctor, dan cari “a mail was not sent” di log layanan.',
      database_down: 'Periksa apakah database berjalan, terjangkau, dapat ditulis, dan disknya tidak penuh.',
      clock_wrong:
        'Jalankan NTP di server tersebut dan di server database. Sampai saat itu, instance tersebut tidak memulihkan pesan.',
      books_broken: 'Jangan hapus apa pun; npm run books menampilkan barisnya.',
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
    webhook_deliveries_held: 'Di antaranya, ditahan oleh webhook-nya',
    callbacks: 'Callback menunggu pesannya',
    pending_messages: 'Pesan tanpa hasil',
  },
  books: {
    title: 'Audit pembukuan',
    checked: 'Terakhir',
    never: 'Belum pernah di instance ini',
    next: 'Berikutnya',
    result: 'Hasil',
    balanced: 'Tanpa pelanggaran',
    violations: '{count, plural, other {# pelanggaran}}',
    unknown: 'Belum diketahui',
  },
} as const;
