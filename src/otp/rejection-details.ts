import type { BrandFlaw } from '../platform/text/brand.rules.js';
import { CHANNEL_NAMES } from '../platform/text/channel.js';
import { DIGITS_MAX } from '../platform/text/contact-details.rules.js';
import type { LocalizedText } from '../platform/text/language.js';
import type { PhoneFlaw } from '../platform/text/phone.rules.js';
import type { Route } from './channels/channels.rules.js';

/** Why a send is rejected, in words for the caller. */

export const BRAND_DETAILS: Readonly<Record<BrandFlaw | 'not_approved' | 'protected', LocalizedText>> = {
  unreadable: {
    id: 'Nama brand tidak menampilkan huruf atau angka, atau memuat karakter tersembunyi atau kurung kurawal.',
    en: 'The company name shows no letter or digit, or contains hidden characters or braces.',
  },
  mixed_scripts: {
    id: 'Nama brand mencampur aksara, atau meniru huruf Latin dengan aksara lain.',
    en: 'The company name mixes scripts, or imitates Latin letters with another script.',
  },
  link: {
    id: 'Nama brand terbaca sebagai tautan atau domain di dalam pesan.',
    en: 'The company name reads as a link or a domain in the message.',
  },
  number: {
    id: `Nama brand terbaca sebagai nomor di dalam pesan: lebih dari ${DIGITS_MAX} angka tanpa huruf di antaranya.`,
    en: `The company name reads as a number in the message: more than ${DIGITS_MAX} digits without a letter between them.`,
  },
  not_approved: {
    id: 'Akun ini hanya boleh memakai brand yang disetujui, persis seperti tertulis.',
    en: 'This account may only use its approved brands, exactly as they are written.',
  },
  protected: {
    id: 'Nama brand ini, atau nama yang mirip, hanya untuk akun yang brand-nya disetujui administrator.',
    en: 'This company name, or one that looks like it, is only for accounts for which an administrator has approved it.',
  },
};

export const PHONE_DETAILS: Readonly<Record<PhoneFlaw, LocalizedText>> = {
  fixed_line: {
    id: 'Nomor telepon rumah atau kantor tidak dapat menerima kode; gunakan nomor ponsel (08…).',
    en: 'A fixed line cannot receive codes; use a mobile number (08…).',
  },
  no_phone: {
    id: 'Hanya nomor ponsel Indonesia yang diterima: 08… atau 628…, 10 sampai 15 angka.',
    en: 'Only Indonesian mobile numbers are accepted: 08… or 628…, 10 to 15 digits.',
  },
};

export const PRIVATE_DETAIL: LocalizedText = {
  id: 'Teks ini disimpan apa adanya, sehingga tidak boleh memuat nomor tujuan (dalam penulisan apa pun) atau kode OTP.',
  en: 'This text is stored in clear, so it may not contain the recipient’s phone (however it is written) or the code.',
};

export const TELEGRAM_DETAIL: LocalizedText = {
  id: 'Telegram menerima kode 4 sampai 8 digit. Tambahkan kanal lain, atau pakai kode yang lebih pendek.',
  en: 'Telegram takes codes of 4 to 8 digits. Add another channel, or use a shorter code.',
};

/** The detail of `no_device`, whose message is fixed by the contract and names WhatsApp only. */
export function noDeviceDetail({ first, next }: Route): LocalizedText {
  const names = [first, ...next].map((channel) => CHANNEL_NAMES[channel]);
  const listIn = (language: string) => new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  return {
    id: `Saat ini tidak ada device yang dapat mengirim lewat ${listIn('id')}.`,
    en: `No device can send by ${listIn('en')} at the moment.`,
  };
}

export const FALLBACK_DETAIL: LocalizedText = {
  id: 'fallback_after_seconds memerlukan minimal dua channels, harus lebih kecil daripada ttl_seconds, dan tidak berlaku untuk method inbound.',
  en: 'fallback_after_seconds takes at least two channels, is less than ttl_seconds, and does not go with method inbound.',
};
