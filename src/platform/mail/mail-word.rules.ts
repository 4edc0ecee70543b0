const OTHERS = /[^A-Za-z0-9._-]/g;

const BLANKS = /\s+/gu;

/** Text of another person for our mails: keeps only letters, digits and `._-`, which form no sentence or address. */
export function mailWord(text: string, lengthMax = 64): string {
  return text.replace(OTHERS, '').slice(0, lengthMax) || '-';
}

/** Like {@link mailWord}, for names that administrators choose: keeps single blanks between words. */
export function mailName(text: string, lengthMax = 64): string {
  const words = text.normalize('NFKD').split(BLANKS);
  const kept = words.map((word) => word.replace(OTHERS, '')).filter((word) => word !== '');
  return kept.join(' ').slice(0, lengthMax).trim() || '-';
}
