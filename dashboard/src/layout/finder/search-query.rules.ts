import { isPhoneLike } from '../../components/phone-like.rules';

/** Fields of the API's message search. */
export type SearchField = 'phone' | 'last4' | 'reference' | 'message_id' | 'external_id';

export interface SearchQuery {
  text: string;
  /** Fields to search messages by; empty if the text can match no message. */
  by: readonly SearchField[];
  /** May be the name of a page or brand; never for a phone number. */
  isName: boolean;
  /** May be in a URL, to search accounts by it: it is no code and no start of a phone number. */
  isSafeName: boolean;
}

const SEPARATORS = /[ \-.()]/g;
const EXTERNAL_ID_MAX = 64;
/** Shorter words are names, not IDs. */
const ID_MIN = 6;

export function parseSearchQuery(typed: string): SearchQuery {
  const text = typed.trim();
  const isName = text !== '' && !isPhoneLike(text);
  return { text, by: searchFieldsOf(text), isName, isSafeName: isName && isSafeName(text) };
}

/** Digits in a word with letters, such as `toko2024`, belong to a name. Three digits alone may belong to a phone. */
function isSafeName(text: string): boolean {
  const words = text.split(/\s+/);
  const numbers = words.filter((word) => !/\p{L}/u.test(word));
  return numbers.length < words.length && numbers.join('').replace(/\D/g, '').length < 3;
}

function searchFieldsOf(text: string): SearchField[] {
  if (isPhone(text)) return ['phone'];
  if (/^\d{4}$/.test(text)) return ['last4', 'external_id'];
  if (/^otp_\w+$/.test(text)) return ['reference'];
  const isWord = /^\S+$/.test(text) && (text.length >= ID_MIN || /\d/.test(text));
  if (!isWord || text.includes('@')) return [];
  return text.length <= EXTERNAL_ID_MAX ? ['message_id', 'external_id'] : ['message_id'];
}

/** Whether the service would accept the text as a phone: `08…` or `62…`, each with 10 to 15 digits. */
function isPhone(text: string): boolean {
  const digits = text.replace(SEPARATORS, '').replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return false;
  const canonical = digits.startsWith('08') ? `62${digits.slice(1)}` : digits;
  return (
    canonical.startsWith('62') && [digits, canonical].every(({ length }) => length >= 10 && length <= 15)
  );
}
