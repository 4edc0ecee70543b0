const OTHERS = /[^A-Za-z0-9._-]/g;

const BLANKS = /\s+/gu;

/**
 * Text of another person as our mails may contain it: letters, digits and `._-` only, so that it forms no
 * sentence or address. An empty rest becomes a hyphen.
 */
export function mailWord(text: string, lengthMax = 64): string {
  return text.replace(OTHERS, '').slice(0, lengthMax) || '-';
}

/** For names that administrators choose: several words with single blanks. */
export function mailName(text: string, lengthMax = 64): string {
  const words = text.normalize('NFKD').split(BLANKS);
  const kept = words.map((word) => word.replace(OTHERS, '')).filter((word) => word !== '');
  return kept.join(' ').slice(0, lengthMax).trim() || '-';
}
