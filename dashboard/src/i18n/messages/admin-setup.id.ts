export const setup = {
  title: 'Siapkan {name}',
  description:
    'Setiap langkah diperiksa otomatis. Anda bisa pergi dan melanjutkan kapan saja. Sampai langkah terakhir device hanya menerima pesan Anda sendiri.',
  done: 'Device ini sudah dipakai: pesannya sampai, dan laporannya masuk.',
  steps: 'Langkah penyiapan',
  later: 'Lanjutkan nanti',
  toDevice: 'Ke halaman device',
  resume: 'Lanjutkan penyiapan',
  notYet: 'Menunggu langkah sebelumnya.',
  connection: {
    title: 'Gateway menjawab',
    open: 'Gateway belum menjawab dengan benar.',
    done: 'Alamat dan token benar.',
    failed: 'Jawaban terakhir',
    checkAddress: 'Apakah {address} bisa dijangkau dari server Sandi, dan gateway-nya berjalan?',
    checkToken: 'Apakah tokennya memang token {driver}?',
    checkPhone:
      'Apakah ponselnya tertaut di gateway itu? Untuk gateway ini, ponsel ditautkan di gateway-nya.',
    edit: 'Ubah alamat atau token',
  },
  link: {
    title: 'Tautkan ponsel',
    open: 'Pindai kode QR ini dengan ponsel yang akan mengirim.',
    done: 'Ponsel tertaut.',
  },
  callback: {
    title: 'Alamat callback',
    open: 'Beri tahu gateway ke mana ia harus melapor.',
    done: 'Gateway sudah memanggil alamat ini.',
    command:
      'Jalankan perintah ini dari komputer yang bisa menjangkau {driver}. Isi dulu variabel yang diawali $.',
    terminal: 'Perintah untuk terminal',
    token: 'Verify token',
    key: {
      label: 'Kunci tanda tangan',
      own: 'Callback ditandatangani dengan kunci milik device ini. Kunci yang sudah tersimpan tidak ditampilkan lagi.',
      shared:
        'Device ini tidak punya kunci sendiri, jadi callback ditandatangani dengan GATEWAY_WEBHOOK_SECRET milik layanan.',
      missing:
        'Device ini belum punya kunci tanda tangan, jadi callback bertanda tangan belum bisa diterima.',
      missingOfGateway:
        'Device ini belum punya kunci tanda tangan, jadi callback bertanda tangan belum bisa diterima. Kuncinya app secret dari aplikasi Meta.',
      make: 'Buatkan kunci',
      replace: 'Ganti dengan kunci baru',
      made: 'Kunci sudah dibuat, disimpan untuk device ini, dan tertulis di bawah. Pasang sekarang: kunci tidak ditampilkan lagi.',
      enter: 'Isi app secret',
    },
    at: {
      http: 'Atur gateway Anda agar memanggil alamat ini dan menandatangani callback.',
      meta: 'Di pengaturan webhook aplikasi Meta, isi alamat dan verify token ini, lalu berlangganan “messages”.',
      fonnte:
        'Di dashboard Fonnte, isi alamat ini sebagai webhook status pesan dan koneksi, bukan pesan masuk.',
      wablas: 'Di dashboard Wablas, isi alamat ini sebagai tracking URL, bukan untuk pesan masuk.',
    },
  },
  message: {
    title: 'Kirim ke diri sendiri',
    open: 'Pasang dulu alamat callback, lalu kirim satu kode ke ponsel Anda, lewat device ini saja. Sebagian gateway baru memanggil setelah ada pesan; laporannya membuktikan keduanya.',
    done: 'Pesan sampai, dan laporannya masuk.',
    phone: 'Nomor WhatsApp Anda',
    noKey: 'Untuk mengirim sungguhan Anda perlu API key live. Buat satu, lalu kembali ke sini.',
    toKeys: 'Ke halaman API key',
    sent: 'Terkirim ke {recipient} lewat device ini. Kode yang tiba seharusnya {code}.',
    story: 'Lihat perjalanannya',
    nothing:
      'Jika pesannya tiba tetapi langkah ini tetap menunggu, laporannya belum sampai: periksa alamat, kunci, dan firewall.',
    waiting: 'Menunggu laporan pertama…',
  },
  start: {
    title: 'Mulai pakai',
    open: 'Setelah siap, biarkan device menerima pesan semua akun. Sampai saat itu device hanya menerima pesan yang Anda kirim dari sini.',
    done: 'Device sudah dipakai.',
    submit: 'Mulai pakai',
  },
} as const;
