import type { Mail } from '../platform/mail/index.js';

interface SearchLimit {
  byKey: boolean;
  quota: number;
  perDay: boolean;
  /** Where API keys are revoked. */
  link: string;
}

export function searchLimitMail({ byKey, quota, perDay, link }: SearchLimit): Omit<Mail, 'to'> {
  return {
    subject: 'Batas pencarian nomor telepon di akun Sandi Anda tercapai',
    text: `Halo,

Akun Sandi Anda mencapai batas pencarian pesan menurut nomor telepon: ${quota} per ${perDay ? 'hari' : 'menit'}.
Pencarian terakhir dilakukan ${byKey ? 'dengan API key' : 'dari dashboard'}. Pencarian berikutnya ditolak sampai batas itu pulih;
pengiriman OTP tidak terpengaruh.

Pencarian sebanyak ini dapat dipakai untuk menebak nomor lengkap di balik nomor yang disamarkan.

Jika bukan Anda yang mencari, cabut API key yang dipakai dan ganti password Anda:

${link}

Email ini dikirim maksimal sekali sehari.

Sandi
`,
  };
}
