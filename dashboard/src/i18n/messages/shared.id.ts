/** Texts of parts that several pages share, but neither the home page nor the login pages. */
export const shared = {
  finder: {
    title: 'Pencarian',
    placeholder: 'Nomor, ID, brand, halaman',
    placeholderAdmin: 'Nomor, ID, akun, halaman',
    results: 'Hasil pencarian',
    ask: 'Cari pesan semua akun: {text}',
    ofBrand: 'Riwayat brand ini',
    brandOfAll: 'Pesan semua akun dengan brand “{text}”',
    groups: { messages: 'Pesan', accounts: 'Akun', brands: 'Brand', pages: 'Halaman' },
    help: 'Nomor telepon tidak disimpan dan tidak muncul di alamat halaman. ↑ ↓ memilih, Enter membuka.',
    searching: 'Mencari…',
    nothing: 'Tidak ada yang cocok.',
    found: '{count, plural, other {# pesan}}, yang terbaru dulu. ↑ ↓ memilih, Enter membuka.',
    foundMore:
      '{count, plural, other {# pesan}} terbaru, dan masih ada yang lain. ↑ ↓ memilih, Enter membuka.',
  },
  confirmation: {
    title: 'Masukkan password Anda lagi',
    text: 'Tindakan ini memerlukan password Anda, karena Anda login lebih dari sepuluh menit yang lalu.',
    confirm: 'Lanjutkan',
  },
  bubble: { label: 'Pesan seperti yang dilihat penerima di WhatsApp' },
  secret: {
    once: 'Hanya ditampilkan sekali. Simpan sekarang di tempat yang aman.',
    stored: 'Sudah saya simpan',
  },
  status: {
    pending: 'Diproses',
    sent: 'Terkirim',
    delivered: 'Sampai',
    failed: 'Gagal',
  },
  reason: {
    not_on_whatsapp: 'Nomor tidak terdaftar di WhatsApp',
    device_unavailable: 'Tidak ada device yang dapat mengirim',
    device_restricted: 'WhatsApp membatasi pengirim',
    recipient_limit: 'WhatsApp sedang membatasi pesan ke penerima ini',
    blocked_by_recipient: 'Penerima menolak pesan dari pengirim ini',
    template_rejected: 'WhatsApp menolak teks pesan',
    gateway_timeout: 'Gateway tidak merespons tepat waktu',
    gateway_fault: 'Gangguan di gateway',
    expired: 'Pesan kedaluwarsa',
    unknown: 'Penyebabnya tidak disebutkan',
  },
  mode: { live: 'Live', test: 'Uji' },
} as const;
