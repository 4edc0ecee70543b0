import type { Mail } from '../platform/mail/index.js';

/** Why hooks of an account fail, and what its owner can do. */
const TROUBLES = {
  insufficient_credit: {
    cause: 'Saldo kredit akun Anda tidak cukup untuk satu pengiriman.',
    mend: 'Isi ulang saldo; kode berikutnya langsung terkirim.',
  },
  daily_cap_reached: {
    cause: 'Batas harian API key itu sudah tercapai.',
    mend: 'Naikkan batas harian API key itu, atau tunggu hingga pergantian hari.',
  },
  no_device: {
    cause: 'Tidak ada device WhatsApp yang dapat menerima pesan.',
    mend: 'Hubungi operator layanan ini jika keadaan ini berlanjut.',
  },
  company_name_missing: {
    cause: 'Nama brand (company_name) tidak ada, baik pada alamat hook maupun tersimpan bersama secret hook.',
    mend: 'Tambahkan ?company_name=… pada alamat hook, atau simpan nama itu saat membuat secret hook.',
  },
  company_name_refused: {
    cause: 'Nama brand (company_name) pada hook itu tidak memenuhi ketentuan.',
    mend: 'Perbaiki ?company_name=… pada alamat hook, atau nama yang tersimpan bersama secret hook.',
  },
} as const;

export type HookTrouble = keyof typeof TROUBLES;

/** Names the key by the end of it alone: what its owner called it has no place in a mail of ours. */
export function hookAlertMail(trouble: HookTrouble, keyEnding: string): Omit<Mail, 'to'> {
  const { cause, mend } = TROUBLES[trouble];
  return {
    subject: 'Hook Sandi Anda gagal mengirim OTP',
    text: `Halo,

Server login Anda meminta pengiriman OTP lewat API key yang berakhiran ${keyEnding}, dan permintaan itu gagal:

${cause}

Pengguna Anda hanya membaca bahwa layanan sedang tidak tersedia.

${mend}

Untuk sebab yang sama, email ini dikirim maksimal satu kali dalam satu jam.

Sandi
`,
  };
}
