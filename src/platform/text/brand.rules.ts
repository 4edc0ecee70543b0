import { addedContacts, contactsIn } from './contact-details.rules.js';
import { withoutMarkup } from './message-template.rules.js';
import { isPlainText, isPrintable, LINE_PATTERN } from './plain-text.rules.js';

export const BRAND_MAX = 20;

/** Pattern for the documents: no control characters or braces. */
export const BRAND_PATTERN = LINE_PATTERN;

/** Counts code points. */
export const isBrandShort = (value: unknown) => typeof value === 'string' && [...value].length <= BRAND_MAX;

export const isBrandSafe = (value: unknown) => typeof value === 'string' && isPrintable(value);

export const BRANDS_MAX = 20;

/** Administrators may approve any readable name. */
const isApprovable = (brand: unknown): boolean =>
  typeof brand === 'string' &&
  isBrandSafe(brand) &&
  isPlainText(brand) &&
  isBrandShort(brand) &&
  isShown(normalizeBrand(brand));

export const areBrands = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= BRANDS_MAX &&
  new Set(value).size === value.length &&
  value.every(isApprovable);

/** The name as sent: styled letters become plain, and WhatsApp markup is removed. */
export const normalizeBrand = (text: string) =>
  withoutMarkup(text.normalize('NFKC')).normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

export type BrandFlaw = 'unreadable' | 'mixed_scripts' | 'link' | 'number';

/** Checks a normalised name: visible, in one script, no link or number, alone or within a template. */
export function brandFlaw(text: string, templates: readonly string[] = []): BrandFlaw | undefined {
  if (!isShown(text) || BRACES.test(text)) return 'unreadable';
  if (!isOneScript(text)) return 'mixed_scripts';
  return [contactsIn(text), ...templates.map((template) => addedContacts(template, text))].flat()[0]?.kind;
}

/** Gateways use braces for placeholders and alternatives. */
const BRACES = /[{}]/;

const SHOWN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Invisible or unassigned characters. U+FE0F after an emoji is allowed. */
const HIDDEN = /(?<!\p{Emoji})\uFE0F|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|[\p{Co}\p{Cn}\u2800]/u;

const isShown = (text: string) => SHOWN.test(text) && !HIDDEN.test(text);

/**
 * Mixed-script detection (UTS #39, 5.1) over recommended scripts (UAX #31) and those of Indonesia. Han may be
 * mixed with Japanese, Korean and Bopomofo.
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

/** Letters of other scripts that look Latin; a name of only these is meant to deceive. */
const LATIN_TWINS =
  /^[аеіјорсухѕһԁԛԝӏѵѡүҽАВЕЅІЈКМНОРСТУХҮԚԜЗЬѴѠҮԌӀҺαγικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿϜϲհոսօռցգզքՕՍԼՏ\p{scx=Common}\p{scx=Inherited}]*$/u;
const LETTER_BEYOND_LATIN = /(?!\p{scx=Latin})\p{L}/u;

function isOneScript(text: string): boolean {
  if (!SCRIPTS.some((script) => script.test(text))) return false;
  return !(LETTER_BEYOND_LATIN.test(text) && LATIN_TWINS.test(text));
}
