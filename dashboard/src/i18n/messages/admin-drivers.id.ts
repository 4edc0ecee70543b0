/** Texts for the settings of each driver. A test checks that every driver has them. */
export const drivers = {
  title: { http: 'Protokol native' },
  token: {
    http: 'Token device di gateway, dikirim sebagai Bearer.',
    meta: 'Access token system user, dikirim sebagai Bearer.',
    waha: 'API key server WAHA (X-Api-Key), bukan hash-nya.',
    gowa: 'Basic auth server GOWA, ditulis user:password.',
    evolution: 'apikey: kunci global server atau token instance.',
    fonnte: 'Token device di Fonnte, bukan token akun.',
    wablas: 'Token dan secret key device, ditulis token.secret_key.',
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
  choice: { on: 'Ya', off: 'Tidak' },
} as const;
