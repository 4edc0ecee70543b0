/** The text that a user sends to our WhatsApp number to verify a phone (docs/verifications.md). */

/** 119 bits in base62. */
export const INBOUND_TOKEN_LENGTH = 20;
const TOKEN = new RegExp(`\\bSANDI-[0-9A-Za-z]{${INBOUND_TOKEN_LENGTH}}\\b`);
const TEXT_MAX = 1000;

/** Whether a text contains a token. All other received texts are ignored. */
export const hasInboundToken = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= TEXT_MAX && TOKEN.test(text);

/** States what sending it does, since somebody else may have started the login. */
export const inboundText = (brand: string, token: string): string =>
  `Saya ingin masuk ke ${brand} dengan nomor WhatsApp ini.\nKode: SANDI-${token}\n\n` +
  `PERHATIAN: dengan mengirim pesan ini, siapa pun yang memulai login akan masuk ke akun ${brand} Anda. ` +
  'Jangan kirim jika bukan Anda yang memulainya.';

/** Returns one form for all the ways in which apps write the same text. */
export const comparedInboundText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Opens a chat with the text ready to send. */
export const waLink = (number: string, text: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
