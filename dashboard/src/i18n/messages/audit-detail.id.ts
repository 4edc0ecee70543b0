import type { Schemas } from '../../api/schemas';

type Bodies = Schemas;

/** Request fields that the audit log stores. TypeScript reports a field without a text. */
type NotedAsSent = Exclude<
  keyof Bodies['UpdateDeviceDto'] | keyof Bodies['UpdateApiKeyDto'] | keyof Bodies['DeviceView']['limits'],
  'current_password'
>;

/** Texts for the details of audit entries. */
export const detail = {
  members: {
    accounts: 'Rekening',
    active: 'Aktif',
    allowed_operations: 'Operasi yang diizinkan',
    amount: 'Jumlah',
    api_key: 'API key',
    authentication: 'Biaya authentication',
    base_url: 'Alamat gateway',
    brands: 'Brand',
    by: 'Dicari menurut',
    bytes: 'Ukuran (byte)',
    category: 'Kategori',
    changed: 'Diubah',
    channel: 'Kanal',
    check_number: 'Periksa nomor dulu',
    currency: 'Mata uang',
    daily_cap: 'Batas kirim per hari',
    driver: 'Driver',
    ends_everything: 'Semua sesi, API key, dan webhook diakhiri',
    host: 'Server',
    instructions: 'Petunjuk',
    kind: 'Jenis',
    last4: '4 karakter terakhir',
    limits: 'Batas kirim',
    minutes: 'Lama (menit)',
    mode: 'Mode',
    name: 'Nama',
    new_id: 'API key baru',
    new_per_day: 'Penerima baru per hari',
    note: 'Catatan',
    operator_address: 'Alamat operator',
    operator_name: 'Nama operator',
    os_user: 'Pengguna di server',
    overlap_seconds: 'Masa peralihan (detik)',
    pair_seconds: 'Jeda ke penerima yang sama (detik)',
    per_day: 'Pesan per hari',
    per_minute: 'Pesan per menit',
    picture: 'Gambar',
    price: 'Harga',
    rate: 'Kurs',
    rate_per_minute: 'Permintaan per menit',
    reason: 'Alasan',
    request: 'Permintaan',
    role_id: 'Peran',
    role: 'Peran',
    admin_role: 'Peran administrator',
    before: 'Sebelumnya',
    settings: 'Setelan',
    sha256: 'SHA-256',
    spend_cap: 'Batas belanja per hari',
    state: 'Status',
    subject: 'Tentang',
    template: 'Teks pesan',
    token: 'Token',
    valid_from: 'Berlaku sejak',
    warmup_first_day: 'Penerima baru di hari pertama',
    webhook_secret: 'Kunci tanda tangan',
    webhook_secret_set: 'Kunci tanda tangan tersimpan',
    weight: 'Bobot',
  },
  values: {
    allowed_operations: { send: 'kirim', check: 'periksa kode', read: 'baca' },
    by: {
      phone: 'nomor',
      last4: 'empat angka terakhir',
      reference: 'referensi',
      external_id: 'ID eksternal',
      message_id: 'ID di gateway',
      idempotency_key: 'kunci idempotensi',
    },
    changed: { url: 'URL', events: 'event', active: 'status' },
    mode: { live: 'live', test: 'uji' },
    role_id: { '1': 'administrator', '2': 'pengguna' },
    role: {
      owner: 'pemilik',
      developer: 'pengembang',
      finance: 'keuangan',
      support: 'dukungan',
      viewer: 'pengamat',
    },
    admin_role: { operator: 'operator', finance: 'keuangan', support: 'dukungan' },
    state: { setup: 'sedang disiapkan', active: 'aktif', draining: 'tanpa pesan baru', disabled: 'nonaktif' },
    token: { changed: 'diganti' },
    webhook_secret: { changed: 'diganti', removed: 'dihapus' },
  },
  things: {
    one: {
      user: 'Pengguna {id}',
      device: 'Device {id}',
      api_key: 'API key {id}',
      webhook: 'Webhook {id}',
      session: 'Sesi {id}',
      alert: 'Peringatan {id}',
      top_up: 'Permintaan top up {id}',
      payment: 'Pembayaran {id}',
    },
    whole: {
      user: 'Akun tidak dikenal',
      messages: 'Pesan semua akun',
      top_up: 'Cara top up',
      prices: 'Harga umum',
      currency_rates: 'Kurs',
      service: 'Layanan',
    },
  },
  yes: 'ya',
  no: 'tidak',
} as const satisfies {
  members: Record<NotedAsSent, string> & Record<string, string>;
  values: object;
  things: object;
  yes: string;
  no: string;
};
