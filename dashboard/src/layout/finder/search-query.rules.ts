import { isPhoneLike } from '../../components/phone-like.rules';

/** As the API's search calls what a message is known by. */
export type SearchField = 'phone' | 'last4' | 'reference' | 'message_id' | 'external_id';

/** What somebody may mean who types this. */
export interface SearchQuery {
  text: string;
  /** What a message may be known by; nothing is asked of the service for the rest. */
  by: readonly SearchField[];
  /** It may be the name of a page or a brand: a number of a person never is. */
  isName: boolean;
  /** It may stand in an address, to find an account by its name: no code, and no beginning of a phone. */
  isSafeName: boolean;
}

const SEPARATORS = /[ \-.()]/g;
const EXTERNAL_ID_MAX = 64;
/** Shorter words are names rather than ids. */
const ID_MIN = 6;

export function parseSearchQuery(typed: string): SearchQuery {
  const text = typed.trim();
  const isName = text !== '' && !isPhoneLike(text);
  return { text, by: searchFieldsOf(text), isName, isSafeName: isName && isSafeName(text) };
}

/** Digits beside letters, as in `toko2024`, are a part of the name; three without may be a part of a number. */
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

/** As the service reads numbers: `08…` or `62…`, 10 to 15 digits in both forms. */
function isPhone(text: string): boolean {
  const digits = text.replace(SEPARATORS, '').replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return false;
  const canonical = digits.startsWith('08') ? `62${digits.slice(1)}` : digits;
  return (
    canonical.startsWith('62') && [digits, canonical].every(({ length }) => length >= 10 && length <= 15)
  );
}
