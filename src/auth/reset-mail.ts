import type { Mail } from '../platform/mail/index.js';

interface Reset {
  link: string;
  token: string;
  minutes: number;
  /** The address was never verified. */
  endsEverything: boolean;
}

export function resetMail({ link, token, minutes, endsEverything }: Reset): Omit<Mail, 'to'> {
  return {
    subject: 'Reset password Sandi',
    text: `Halo,

Kami menerima permintaan untuk mengatur ulang password akun Sandi Anda.
Buka tautan berikut untuk membuat password baru:

${link}

Atau masukkan token ini pada halaman reset password:

${token}

Tautan berlaku ${minutes} menit dan hanya dapat dipakai satu kali. Tautan yang lebih lama tidak berlaku lagi.
${endsEverything ? ENDS_EVERYTHING : ''}Jika Anda tidak meminta reset password, abaikan email ini: password Anda tidak berubah.

Sandi
`,
  };
}

const ENDS_EVERYTHING = `
Alamat email ini belum pernah diverifikasi, jadi akun itu mungkin dibuat orang lain. Karena itu, membuat password baru juga
mengakhiri semua sesi, API key dan webhook yang sudah ada pada akun itu, juga verifikasi dua langkahnya.

`;
