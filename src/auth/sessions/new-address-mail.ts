import { isIP } from 'node:net';
import type { Mail } from '../../platform/mail/index.js';

interface SignIn {
  address: string;
  /** Local, as people read it. */
  at: string;
  timeZone: string;
  /** Where sessions are ended. */
  link: string;
}

/** Names no device: that is a word of whoever logs in. So is an address that is none. */
export function newAddressMail({ address, at, timeZone, link }: SignIn): Omit<Mail, 'to'> {
  return {
    subject: 'Login ke akun Sandi dari alamat baru',
    text: `Halo,

Seseorang baru saja masuk ke akun Sandi Anda dari alamat yang belum dikenal:

Waktu: ${at} (${timeZone})
Alamat IP: ${isIP(address) > 0 ? address : 'tidak diketahui'}

Jika itu Anda, abaikan email ini.

Jika bukan, akhiri sesi itu dan ganti password Anda sekarang:

${link}

Login berikutnya dari alamat baru diberitahukan paling cepat satu jam lagi.

Sandi
`,
  };
}
