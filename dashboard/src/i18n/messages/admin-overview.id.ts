export const overview = {
  sends: {
    title: 'Pengiriman',
    minute: 'Diterima, menit terakhir',
    hour: 'Diterima, 1 jam',
    failed: 'Gagal, 1 jam',
    refused: 'Ditolak aturan, 1 jam',
    label:
      'Pengiriman per menit selama satu jam: {accepted, number} diterima gateway, {failed, number} gagal, {refused, number} ditolak aturan.',
  },
  failures: {
    title: 'Penyebab gagal',
    reason: 'Penyebab',
    today: 'Hari ini',
    day: '24 jam',
    none: 'Tidak ada pesan yang gagal dalam 24 jam.',
  },
  lowCredit: {
    title: 'Saldo menipis',
    account: 'Akun',
    balance: 'Saldo',
    threshold: 'Batas peringatan',
    noThreshold: 'Tidak diatur',
    none: 'Tidak ada akun yang saldonya menipis.',
  },
  devices: {
    title: 'Device',
    manage: 'Kelola device',
    none: 'Belum ada device. OTP tidak dapat dikirim tanpa device.',
    add: 'Tambah device',
    more: '{count, plural, other {# device lagi tidak ditampilkan.}}',
    share: 'Sampai',
    left: 'Sisa hari ini',
    leftOf: '{left, number} dari {cap, number} pesan',
    freshOf: '{left, number} dari {cap, number} penerima baru',
    unlimited: 'Tanpa batas',
    warmUp: 'Pemanasan',
    warmUpDay: 'hari {day, number} dari {days, number}',
    report: 'Laporan terakhir',
    noReport: 'Belum ada',
  },
  firstRun: {
    title: 'Menyiapkan layanan',
    progress: '{done, number} dari {all, number} selesai',
    dismiss: 'Sembunyikan daftar ini',
    done: 'selesai',
    open: 'Buka',
    device_linked: {
      title: 'Tautkan device pertama',
      text: 'OTP tidak dapat dikirim tanpa device yang tertaut ke WhatsApp.',
    },
    public_url: {
      title: 'Tetapkan alamat layanan (PUBLIC_URL)',
      text: 'Alamat callback dan tautan di email memakainya; tanpa itu, keduanya menunjuk ke localhost.',
    },
    mail: {
      title: 'Siapkan pengiriman email (SMTP_URL)',
      text: 'Tanpa itu, email verifikasi, reset password, dan peringatan saldo hanya ditulis ke folder data.',
    },
    operator_alerts: {
      title: 'Tetapkan penerima peringatan (ALERT_MAIL_TO atau ALERT_WEBHOOK_URL)',
      text: 'Tanpa itu, peringatan hanya terlihat di halaman ini.',
    },
    second_factor: {
      title: 'Aktifkan verifikasi dua langkah untuk akun Anda',
      text: 'Administrator dapat menambah saldo dan mengubah device; password saja tidak cukup.',
    },
  },
} as const;
