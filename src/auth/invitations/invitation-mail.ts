import type { Mail } from '../../platform/mail/index.js';

interface Invited {
  link: string;
  /** Local, as people read it. */
  until: string;
  timeZone: string;
}

export function invitationMail({ link, until, timeZone }: Invited): Omit<Mail, 'to'> {
  return {
    subject: 'Undangan membuat akun Sandi',
    text: `Halo,

Anda diundang untuk membuat akun Sandi, layanan pengiriman kode OTP lewat WhatsApp, dengan alamat email ini.
Buka tautan berikut untuk membuatnya:

${link}

Tautan berlaku sampai ${until} (${timeZone}) dan hanya dapat dipakai satu kali. Tautan yang lebih lama tidak berlaku lagi.

Jika Anda tidak mengenal layanan ini, abaikan email ini.

Sandi
`,
  };
}
