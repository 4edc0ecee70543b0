const OTHERS = /[^A-Za-z0-9._-]/g;

const BLANKS = /\s+/gu;

/** Text of another person in our mails: letters, digits and `._-`, so that it forms no sentence or address. */
export function mailWord(text: string, lengthMax = 64): string {
  return text.replace(OTHERS, '').slice(0, lengthMax) || '-';
}

/** For names that administrators choose: several words with single blanks. */
export function mailName(text: string, lengthMax = 64): string {
  const words = text.normalize('NFKD').split(BLANKS);
  const kept = words.map((word) => word.replace(OTHERS, '')).filter((word) => word !== '');
  return kept.join(' ').slice(0, lengthMax).trim() || '-';
}
