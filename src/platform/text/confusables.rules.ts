import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };

/** Characters that people mistake for others: Unicode's table (UTS #39, confusables.txt), and what it leaves out. */

const PROTOTYPES: ReadonlyMap<string, string> = new Map(Object.entries(CONFUSABLES));

/** Small capitals read as their letters; Unicode's table leaves most of them apart. */
const SMALL_CAPITALS = new Map(
  [...'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzᴎnᴙrĸkʍm'.matchAll(/(.)([a-z])/gu)].map(
    ([, small = '', letter = '']) => [small, letter],
  ),
);

const A = 'A'.codePointAt(0) ?? 0;
/** Letters in filled circles and squares, and those that flags are made of. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6];

function letterInBox(char: string): string | undefined {
  const point = char.codePointAt(0) ?? 0;
  const first = BOXED.find((start) => point >= start && point < start + 26);
  return first === undefined ? undefined : String.fromCodePoint(A + point - first);
}

/** What a character is mistaken for, itself where there is nothing. */
export const prototypeOf = (char: string): string => PROTOTYPES.get(char) ?? char;

/** A letter as it reads to those who know the Latin alphabet, without accents: for comparing, never for showing. */
export function latinOf(char: string): string {
  if (char < '\x80') return char;
  const plain = letterInBox(char) ?? SMALL_CAPITALS.get(char) ?? prototypeOf(char);
  return withoutAccents(plain === char ? plain : (SMALL_CAPITALS.get(plain) ?? plain));
}

/** Accents of Latin, Greek and Cyrillic belong to no script; vowel signs of other scripts are letters and stay. */
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{Script=Inherited}/gu, '');

const foldCase = (text: string) => [...text].map((char) => char.toUpperCase().toLowerCase()).join('');

/** The skeleton of UTS #39, 4: what each character is mistaken for. */
const skeletonOf = (text: string) => [...text].map((char) => prototypeOf(latinOf(char))).join('');

const NO_LETTER = /[^\p{L}\p{M}\p{N}]/gu;

/** NFKC writes them out as letters. */
const TRADEMARKS = /[™℠]/gu;

function keyOf(text: string): string {
  const folded = foldCase(
    skeletonOf(foldCase(skeletonOf(withoutAccents(text.replaceAll(TRADEMARKS, '').normalize('NFKC'))))),
  );
  const letters = folded.normalize('NFKC').replaceAll('i', 'l').replaceAll('vv', 'w');
  return letters.replaceAll(NO_LETTER, '') || letters;
}

/**
 * Names that people mistake for each other have a key in common: the skeletons of UTS #39, case folded, of letters and
 * digits only. Both orders of folding and skeleton count: capital and small letters of a script differ in their twins.
 */
export const confusionKeys = (name: string): string[] => [
  ...new Set([keyOf(name), keyOf(foldCase(name.replaceAll(TRADEMARKS, '').normalize('NFKC')))]),
];
