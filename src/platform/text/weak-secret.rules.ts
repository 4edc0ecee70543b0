/** Entropy per character of random text, also of hexadecimal. */
const BITS_PER_CHARACTER = 1.5;
const CHARACTERS_COUNTED = 32;
/** Words of pasted examples. */
const PLACEHOLDER =
  /change[-_ ]?(me|it|this)|replace[-_ ]?(me|with|this)|placeholder|password|example|secret/gi;

/** Whether a secret is obviously not random: few characters, repetition, sequences or example words. */
export function isWeakSecret(secret: string): boolean {
  const wanted = BITS_PER_CHARACTER * Math.min(CHARACTERS_COUNTED, secret.length);
  return bitsOf(withoutSequences(repeatedPartOf(secret.replace(PLACEHOLDER, '')))) < wanted;
}

/** The shortest repeated part. */
function repeatedPartOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length);
  return text;
}

/** Characters that do not continue a sequence. */
function withoutSequences(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const step = (at: number) => (codes[at] ?? 0) - (codes[at - 1] ?? 0);
  return [...text].filter((_, at) => at < 2 || step(at) !== step(at - 1) || Math.abs(step(at)) > 1).join('');
}

/** Shannon entropy. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const { length } = [...text];
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / length), 0);
}
