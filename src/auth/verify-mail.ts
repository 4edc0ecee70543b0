import type { Mail } from '../platform/mail/index.js';

interface Verification {
  link: string;
  hours: number;
}

/** Says nothing that whoever registered the address chose: they may be a stranger to whoever reads it. */
export function verifyMail({ link, hours }: Verification): Omit<Mail, 'to'> {
  return {
    subject: 'Verifikasi alamat email akun Sandi',
    text: `Halo,

Sebuah akun Sandi terdaftar dengan alamat email ini. Jika akun itu milik Anda, buka tautan berikut dan masuk dengan
password akun itu:

${link}

Tautan berlaku ${hours} jam. Tautan yang lebih lama tidak berlaku lagi.

Jika bukan Anda yang mendaftar, abaikan email ini: tanpa Anda, alamat ini tidak terverifikasi. Untuk mengambil alih akun
itu, gunakan “Lupa password” dengan alamat email ini; semua yang dibuat pendaftarnya akan berakhir.

Sandi
`,
  };
}
