export const setup = {
  title: 'Siapkan {name}',
  description:
    'Setiap langkah diperiksa otomatis. Anda dapat keluar dan melanjutkan kapan saja. Sampai langkah terakhir, device hanya mengirim pesan Anda sendiri.',
  done: 'Device ini sudah dipakai: pesan sampai, dan laporan masuk.',
  steps: 'Langkah penyiapan',
  later: 'Lanjutkan nanti',
  toDevice: 'Ke halaman device',
  resume: 'Lanjutkan penyiapan',
  notYet: 'Menunggu langkah sebelumnya.',
  connection: {
    title: 'Koneksi gateway',
    open: 'Gateway belum merespons dengan benar.',
    done: 'Alamat dan token benar.',
    failed: 'Respons terakhir',
    checkAddress: 'Apakah server Sandi dapat menjangkau {address}, dan gateway-nya berjalan?',
    checkToken: 'Apakah token ini memang dari {driver}?',
    checkPhone: 'Apakah ponsel sudah tertaut? Pada gateway ini, ponsel ditautkan di halaman gateway.',
    edit: 'Ubah alamat atau token',
  },
  link: {
    title: 'Tautkan ponsel',
    open: 'Pindai kode QR ini dengan ponsel yang akan mengirim.',
    done: 'Ponsel tertaut.',
  },
  callback: {
    title: 'Alamat callback',
    open: 'Atur ke mana gateway mengirim laporannya.',
    done: 'Gateway sudah memanggil alamat ini.',
    command:
      'Jalankan perintah ini dari komputer yang dapat menjangkau {driver}. Isi dulu variabel yang diawali $.',
    terminal: 'Perintah untuk terminal',
    token: 'Verify token',
    key: {
      label: 'Kunci tanda tangan',
      own: 'Callback ditandatangani dengan kunci milik device ini. Kunci yang sudah tersimpan tidak ditampilkan lagi.',
      shared:
        'Device ini tidak memiliki kunci sendiri, jadi callback ditandatangani dengan GATEWAY_WEBHOOK_SECRET milik layanan.',
      missing:
        'Device ini belum memiliki kunci tanda tangan, jadi callback bertanda tangan belum dapat diterima.',
      missingOfGateway:
        'Device ini belum memiliki kunci tanda tangan, jadi callback bertanda tangan belum dapat diterima. Kuncinya adalah app secret dari aplikasi Meta.',
      make: 'Buat kunci',
      replace: 'Ganti dengan kunci baru',
      made: 'Kunci sudah dibuat dan disimpan untuk device ini. Pasang kunci di bawah ini di gateway sekarang: kunci tidak ditampilkan lagi.',
      enter: 'Isi app secret',
    },
    at: {
      http: 'Atur gateway Anda agar memanggil alamat ini dan menandatangani callback.',
      meta: 'Di pengaturan webhook aplikasi Meta, isi alamat dan verify token ini, lalu berlangganan “messages”, “account_update”, “business_capability_update”, “message_template_status_update”, “message_template_quality_update”, dan “phone_number_quality_update”.',
      fonnte:
        'Di dashboard Fonnte, isi alamat ini sebagai webhook status pesan dan koneksi, bukan pesan masuk.',
      wablas: 'Di dashboard Wablas, isi alamat ini sebagai tracking URL, bukan untuk pesan masuk.',
      android_sms:
        'Daftarkan alamat ini di SMSGate sebagai webhook untuk ketiga status pesan SMS di panduan. Kuncinya adalah Signing Key di pengaturan webhook aplikasi.',
      http_sms:
        'Jika permintaan di pengaturan memuat callback_url, gateway menerima alamat ini bersama setiap pesan. Jika tidak, isi alamat ini di dashboard gateway.',
      telegram:
        'Telegram menerima alamat ini bersama setiap pesan, jadi tidak ada yang perlu diisi. Alamat layanan (PUBLIC_URL) harus https.',
    },
  },
  message: {
    title: 'Kirim ke diri sendiri',
    open: 'Pasang dulu alamat callback, lalu kirim kode ke ponsel Anda lewat device ini. Sebagian gateway baru memanggil setelah ada pesan; laporannya menyelesaikan kedua langkah.',
    done: 'Pesan sampai dan laporannya masuk.',
    phone: 'Nomor ponsel Anda',
    noKey:
      'Anda memerlukan API key live untuk mengirim pesan sungguhan. Buat key tersebut, lalu kembali ke halaman ini.',
    toKeys: 'Buka API key',
    sent: 'Terkirim ke {recipient} lewat device ini. Kode yang tiba seharusnya {code}.',
    timeline: 'Lihat perjalanan pesan',
    nothing:
      'Jika pesan sampai tetapi langkah ini tetap menunggu, laporannya belum masuk: periksa alamat, kunci, dan firewall.',
    waiting: 'Menunggu laporan pertama…',
  },
  start: {
    title: 'Mulai pakai',
    open: 'Setelah siap, izinkan device mengirim pesan semua akun. Sampai saat itu, device hanya mengirim pesan Anda dari halaman ini.',
    done: 'Device sudah dipakai.',
    submit: 'Mulai pakai',
  },
} as const;
