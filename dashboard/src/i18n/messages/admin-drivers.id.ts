/** Texts for the settings of each driver. A test checks that every driver has them. */
export const drivers = {
  title: { http: 'Protokol native', http_sms: 'SMS lewat HTTP' },
  token: {
    http: 'Token device di gateway, dikirim sebagai Bearer.',
    meta: 'Access token system user, dikirim sebagai Bearer.',
    waha: 'API key server WAHA (X-Api-Key), bukan hash-nya.',
    gowa: 'Basic auth server GOWA, ditulis user:password.',
    evolution: 'apikey: kunci global server atau token instance.',
    openwa: 'API key OpenWA dengan peran operator (X-API-Key).',
    fonnte: 'Token device di Fonnte, bukan token akun.',
    wablas: 'Token dan secret key device, ditulis token.secret_key.',
    android_sms: 'Basic auth aplikasi SMSGate, ditulis user:password.',
    http_sms:
      'Kunci gateway, atau user:password. Satu-satunya tempat untuk rahasia; pengaturan di bawah tidak rahasia.',
    telegram: 'API token dari akun Telegram Gateway. Callback juga ditandatangani dengannya.',
  },
  waha: {
    session: { label: 'Session', hint: 'Nama session di WAHA.' },
    fixed_ids: {
      label: 'Minta ID pesan lebih dulu',
      hint: 'ID pesan diminta sebelum pesan dikirim, sehingga laporannya tetap cocok meskipun respons pengiriman hilang.',
    },
  },
  gowa: { device_id: { label: 'ID device', hint: 'ID device di GOWA (header X-Device-Id).' } },
  evolution: { instance: { label: 'Instance', hint: 'Nama instance di Evolution.' } },
  openwa: { session: { label: 'ID session', hint: 'ID (UUID) session di OpenWA, bukan namanya.' } },
  meta: {
    phone_number_id: { label: 'ID nomor telepon', hint: 'ID dari Meta, bukan nomornya.' },
    template: {
      label: 'Nama template',
      hint: 'Template kategori AUTHENTICATION yang sudah disetujui Meta.',
    },
    template_language_id: {
      label: 'Bahasa template Indonesia',
      hint: 'Kode bahasa template untuk pesan berbahasa Indonesia.',
    },
    template_language_en: {
      label: 'Bahasa template Inggris',
      hint: 'Kode bahasa template untuk pesan berbahasa Inggris.',
    },
    api_version: { label: 'Versi Graph API', hint: 'Versi API Meta yang dipanggil.' },
  },
  android_sms: {
    server: {
      label: 'Server',
      hint: 'local: server di ponsel itu sendiri. cloud: api.sms-gate.app atau server privat.',
    },
    device_id: { label: 'ID ponsel', hint: 'Di server cloud. Kosong: ponsel mana pun dari akun itu.' },
    sim: { label: 'SIM', hint: 'Nomor SIM, 1 sampai 3. Kosong: pilihan ponsel.' },
    ttl: { label: 'Masa berlaku (detik)', hint: 'Setelah itu ponsel membatalkan pesan yang belum terkirim.' },
  },
  http_sms: {
    request: { label: 'Permintaan (request)', hint: 'Objek JSON: permintaan yang mengirim SMS.' },
    response: {
      label: 'Respons (response)',
      hint: 'Objek JSON: arti respons gateway. Yang tidak cocok dianggap tidak pasti.',
    },
    report: {
      label: 'Laporan (report)',
      hint: 'Objek JSON: cara membaca laporan pengiriman. Kosong: gateway tidak melapor.',
    },
    health: {
      label: 'Pemeriksaan (health)',
      hint: 'Objek JSON: permintaan yang memeriksa gateway. Kosong: respons apa pun sudah cukup.',
    },
  },
  telegram: {
    ttl: {
      label: 'Masa berlaku (detik)',
      hint: 'Pesan yang belum sampai setelah itu dihapus, dan biayanya dikembalikan Telegram.',
    },
    check_first: {
      label: 'Periksa nomor lebih dulu',
      hint: 'Tanyakan dulu apakah nomor punya Telegram. Telegram menagih jawaban yang positif; pesannya lalu gratis.',
    },
    sender_username: {
      label: 'Channel pengirim',
      hint: 'Channel terverifikasi milik Anda. Kosong: Telegram.',
    },
  },
  any: {
    status_delivered: {
      label: 'Kata untuk “Sampai”',
      hint: 'Kata status gateway yang berarti pesan sampai, dipisah koma.',
    },
    status_failed: {
      label: 'Kata untuk “Gagal”',
      hint: 'Kata status gateway yang berarti pesan gagal, dipisah koma.',
    },
    status_sent: {
      label: 'Kata untuk “Terkirim”',
      hint: 'Kata status gateway yang berarti pesan terkirim tetapi belum sampai, dipisah koma.',
    },
  },
  passkey: {
    what: 'WhatsApp meminta passkey akun ini untuk menyelesaikan penautan. Passkey hanya berlaku di situs WhatsApp sendiri, jadi halaman ini tidak dapat mengonfirmasinya.',
    todo: 'Selesaikan login di gateway: konfirmasi dengan passkey, dan cocokkan kodenya jika ditampilkan. Dokumentasi menjelaskan caranya untuk setiap gateway. WhatsApp menunggu sekitar lima menit; setelah itu, mulai login lagi di gateway.',
    open: 'Buka gateway',
    again: 'Periksa lagi',
    documents: 'Tentang passkey',
  },
  choice: { on: 'Ya', off: 'Tidak', local: 'Di ponsel', cloud: 'Cloud atau server privat' },
} as const;
