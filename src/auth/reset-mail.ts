import type { Mail } from '../common/mail/index.js';

interface Reset {
  name: string;
  link: string;
  token: string;
  minutes: number;
}

export function resetMail({ name, link, token, minutes }: Reset): Omit<Mail, 'to'> {
  return {
    subject: 'Reset password Sandi',
    text: `Halo ${name},

Kami menerima permintaan untuk mengatur ulang password akun Sandi Anda.
Buka tautan berikut untuk membuat password baru:

${link}

Atau masukkan token ini pada halaman reset password:

${token}

Tautan berlaku ${minutes} menit dan hanya dapat dipakai satu kali. Tautan yang lebih lama tidak berlaku lagi.
Jika Anda tidak meminta reset password, abaikan email ini: password Anda tidak berubah.

Sandi
`,
  };
}
