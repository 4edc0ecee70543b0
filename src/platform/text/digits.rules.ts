/** Digits of all scripts. */

const DECIMAL = /\p{Nd}/u;

/** Circled digits 1 to 9 without a decimal property. */
const CIRCLED_ONES = [0x24f5, 0x2776, 0x2780, 0x278a];
const CIRCLED_ZEROS = new Set([0x24ff, 0x1f10b, 0x1f10c]);

/** The ASCII digit of a character; expects NFKC. */
function digitOf(char: string): string | undefined {
  if (char >= '0' && char <= '9') return char;
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80) return undefined;
  if (DECIMAL.test(char)) return String(valueOfDecimal(point));
  if (CIRCLED_ZEROS.has(point)) return '0';
  const one = CIRCLED_ONES.find((first) => point >= first && point < first + 9);
  return one === undefined ? undefined : String(point - one + 1);
}

/** Unicode has decimal digits in runs from zero to nine. */
function valueOfDecimal(point: number): number {
  let before = 0;
  while (DECIMAL.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}

/** All digits of a text, joined. */
export const digitsOf = (text: string): string =>
  [...text.normalize('NFKC')].map((char) => digitOf(char) ?? '').join('');
