import { withoutMarkup } from './message-template.rules.js';

/** The GSM 7-bit default alphabet (3GPP TS 23.038) with its extension table, whose characters take two places. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
    '^{}\\[~]|€\f',
);

/** Characters that word processors write, and their replacements in the GSM alphabet. */
const ALIKE: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u02BC': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2022': '-',
  '\u00B7': '.',
  '\u2026': '...',
  '\u00A0': ' ',
  '\u202F': ' ',
  '\t': ' ',
};

/**
 * The text of a message as an SMS: without WhatsApp's markup, and in the GSM alphabet if each character has a
 * form in it. A segment then has 160 places instead of 70.
 */
export function smsText(text: string): string {
  const plain = withoutMarkup(text);
  const written = [...plain.normalize('NFC')].map(gsmOf).join('');
  return isGsmText(written) ? written : plain;
}

const isGsmText = (text: string) => [...text].every((character) => GSM.has(character));

/** The character itself, one like it, or its letter without the accent. */
function gsmOf(character: string): string {
  if (GSM.has(character)) return character;
  const alike = ALIKE[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
  return isGsmText(alike) ? alike : character;
}
