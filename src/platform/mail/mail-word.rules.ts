const OTHERS = /[^A-Za-z0-9._-]/g;

const BLANKS = /\s+/gu;

/**
 * What somebody else chose, as a mail of ours repeats it where it names the thing at hand: letters, digits and `._-`,
 * so that no sentence, no line and no address of theirs comes out of a genuine mail. Nothing left shows as a hyphen.
 */
export function mailWord(text: string, lengthMax = 64): string {
  return text.replace(OTHERS, '').slice(0, lengthMax) || '-';
}

/** The same for a name of several words, one blank between each. Only for names that administrators give. */
export function mailName(text: string, lengthMax = 64): string {
  const words = text.normalize('NFKD').split(BLANKS);
  const kept = words.map((word) => word.replace(OTHERS, '')).filter((word) => word !== '');
  return kept.join(' ').slice(0, lengthMax).trim() || '-';
}
