import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };

/** Confusable characters: Unicode's table (UTS #39, confusables.txt) and additions. */

const PROTOTYPES: ReadonlyMap<string, string> = new Map(Object.entries(CONFUSABLES));

/** Small capitals; Unicode's table lacks most of them. */
const SMALL_CAPITALS = new Map(
  [...'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzᴎnᴙrĸkʍm'.matchAll(/(.)([a-z])/gu)].map(
    ([, small = '', letter = '']) => [small, letter],
  ),
);

const A = 'A'.codePointAt(0) ?? 0;
/** Letters in circles and squares, and regional indicators. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6];

function letterInBox(char: string): string | undefined {
  const point = char.codePointAt(0) ?? 0;
  const first = BOXED.find((start) => point >= start && point < start + 26);
  return first === undefined ? undefined : String.fromCodePoint(A + point - first);
}

/** The prototype of a character, or itself. */
export const prototypeOf = (char: string): string => PROTOTYPES.get(char) ?? char;

/** The Latin letter that a character resembles, without accents. Only for comparison. */
export function latinOf(char: string): string {
  if (char < '\x80') return char;
  const plain = letterInBox(char) ?? SMALL_CAPITALS.get(char) ?? prototypeOf(char);
  return withoutAccents(plain === char ? plain : (SMALL_CAPITALS.get(plain) ?? plain));
}

/** Accents belong to no script; vowel signs of other scripts are letters. */
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{Script=Inherited}/gu, '');

const foldCase = (text: string) => [...text].map((char) => char.toUpperCase().toLowerCase()).join('');

/** The skeleton of UTS #39, 4. */
const skeletonOf = (text: string) => [...text].map((char) => prototypeOf(latinOf(char))).join('');

const NO_LETTER = /[^\p{L}\p{M}\p{N}]/gu;

/** Trademark signs. NFKC would expand them to letters. */
const TRADEMARKS = /[™℠]/gu;

function keyOf(text: string): string {
  const folded = foldCase(
    skeletonOf(foldCase(skeletonOf(withoutAccents(text.replaceAll(TRADEMARKS, '').normalize('NFKC'))))),
  );
  const letters = folded.normalize('NFKC').replaceAll('i', 'l').replaceAll('vv', 'w');
  return letters.replaceAll(NO_LETTER, '') || letters;
}

/**
 * Names that people confuse share a key: case-folded skeletons (UTS #39) of letters and digits. Folds before
 * and after, since capital and small letters have different twins.
 */
export const confusionKeys = (name: string): string[] => [
  ...new Set([keyOf(name), keyOf(foldCase(name.replaceAll(TRADEMARKS, '').normalize('NFKC')))]),
];

const HAS_LETTER = /[\p{L}\p{M}\p{N}]/u;

/** The boundary between words that are written as one: `KlikBCA`, `BCAMobile`, `BCA24`. */
const WORD_BOUNDARY =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/** All runs of consecutive words of a name, except the whole name. */
export function wordRuns(name: string): string[] {
  const shown = [...name].map((char) => (HAS_LETTER.test(prototypeOf(latinOf(char))) ? char : ' ')).join('');
  const words = shown.replaceAll(WORD_BOUNDARY, ' ').split(' ').filter(Boolean);
  return words.flatMap((_, from) =>
    words.slice(from).flatMap((__, more) => {
      const run = words.slice(from, from + more + 1);
      return run.length === words.length ? [] : run.join('');
    }),
  );
}
