/** Digits as people read them: Unicode has many beside 0 to 9. */

const DECIMAL = /\p{Nd}/u;

/** The first of runs that count from 1 to 9 and have no decimal property: negative and double circles. */
const CIRCLED_ONES = [0x24f5, 0x2776, 0x2780, 0x278a];
const CIRCLED_ZEROS = new Set([0x24ff, 0x1f10b, 0x1f10c]);

/** The digit that a character shows, in ASCII; `undefined` when it shows none. Expects text after NFKC. */
function digitOf(char: string): string | undefined {
  if (char >= '0' && char <= '9') return char;
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80) return undefined;
  if (DECIMAL.test(char)) return String(valueOfDecimal(point));
  if (CIRCLED_ZEROS.has(point)) return '0';
  const one = CIRCLED_ONES.find((first) => point >= first && point < first + 9);
  return one === undefined ? undefined : String(point - one + 1);
}

/** Decimal digits stand in Unicode as runs from zero to nine. */
function valueOfDecimal(point: number): number {
  let before = 0;
  while (DECIMAL.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}

/** All digits of a text, joined across everything else. */
export const digitsOf = (text: string): string =>
  [...text.normalize('NFKC')].map((char) => digitOf(char) ?? '').join('');
