import TLDS from 'tlds' with { type: 'json' };

export const BRAND_MAX = 20;

/** Length in code points, as a person counts. */
export const isBrandShort = (value: unknown) => typeof value === 'string' && [...value].length <= BRAND_MAX;

/**
 * Control and line-breaking characters, and the invisible ones that turn a text's direction or split its emoji: in a
 * message to a stranger they could forge another text. Half a surrogate pair is no text at all.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

export const isBrandSafe = (value: unknown) => typeof value === 'string' && !UNSAFE.test(value);

/** An administrator may approve so many for an account. */
export const BRANDS_MAX = 20;

/** What an administrator may approve: anything that is text, since they looked at it. */
export const areBrands = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= BRANDS_MAX &&
  new Set(value).size === value.length &&
  value.every((brand) => isBrandSafe(brand) && isBrandShort(brand) && brand !== '');

/** As it is sent: full-width and other styled letters become the letters that they show. */
export const normalizeBrand = (text: string) => text.normalize('NFKC').trim();

/**
 * Whether a normalized text may stand as the sender's name in a message to a stranger: it shows something, is written in
 * one script, and is nothing to tap or to call. An approved brand need not pass this.
 */
export function isBrandHonest(text: string): boolean {
  return SHOWN.test(text) && !HIDDEN.test(text) && isOneScript(text) && !isLink(text) && !isNumber(text);
}

const SHOWN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** What shows nothing, or nothing that two phones agree on; behind an emoji U+FE0F only asks for its colours. */
const HIDDEN = /(?<!\p{Emoji})\uFE0F|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|[\p{Co}\p{Cn}\u2800]/u;

/**
 * Unicode's mixed-script detection (UTS #39, 5.1) over the scripts that it recommends for identifiers (UAX #31) and
 * those of the islands; the data are the engine's. Japanese, Korean and Bopomofo are written with Han among them.
 */
const SCRIPTS = [
  ...['Latin', 'Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
  ...[
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
  ],
  ...['Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan', 'Balinese', 'Javanese', 'Sundanese'],
  ...['Han Hiragana Katakana', 'Han Hangul', 'Han Bopomofo'],
].map((names) => {
  const own = names.split(' ').map((name) => `\\p{scx=${name}}`);
  return new RegExp(`^[${own.join('')}\\p{scx=Common}\\p{scx=Inherited}]*$`, 'u');
});

/** Letters of other scripts that people read as Latin ones; a name of nothing else is meant to be misread. */
const LATIN_TWINS =
  /^[аеіјорсухѕһԁԛԝӏАВЕЅІЈКМНОРСТУХҮԚԜЗЬαγικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧհոսօՕՍԼ\p{scx=Common}\p{scx=Inherited}]*$/u;
const LETTER_BEYOND_LATIN = /(?!\p{scx=Latin})\p{L}/u;

function isOneScript(text: string): boolean {
  if (!SCRIPTS.some((script) => script.test(text))) return false;
  return !(LETTER_BEYOND_LATIN.test(text) && LATIN_TWINS.test(text));
}

const TLD = new Set<string>(TLDS);
const SCHEME = /:\/\/|\bwww\./iu;
const IP_ADDRESS = /\d+\.\d+\.\d+\.\d+/u;
/** The last part of what may be a host name; `。` counts as a dot there. */
const AFTER_A_DOT = /(?<=[\p{L}\p{N}-])[.\u3002]([\p{L}\p{M}][\p{L}\p{M}\p{N}-]*)/gu;

function isLink(text: string): boolean {
  if (SCHEME.test(text) || IP_ADDRESS.test(text)) return true;
  return [...text.matchAll(AFTER_A_DOT)].some(([, last = '']) => TLD.has(last.toLowerCase()));
}

const DIGITS = /\p{Nd}{7}/u;
/** What separates the digits of a phone number, as people write them. */
const SEPARATORS = /[\s().\-/]+/gu;
const PHONE = /(?:\+\p{Nd}|(?<!\p{Nd})(?:0|62))\p{Nd}{6}/u;

function isNumber(text: string): boolean {
  return DIGITS.test(text) || PHONE.test(text.replaceAll(SEPARATORS, ''));
}
