import { addedContacts, contactsIn } from './contact-details.rules.js';
import { withoutMarkup } from './message-template.rules.js';
import { isPlainText, isPrintable, LINE_PATTERN } from './plain-text.rules.js';

export const BRAND_MAX = 20;

/** What every name has to be: without control characters and braces. More of the rule is said in words. */
export const BRAND_PATTERN = LINE_PATTERN;

/** Length in code points, as a person counts. */
export const isBrandShort = (value: unknown) => typeof value === 'string' && [...value].length <= BRAND_MAX;

export const isBrandSafe = (value: unknown) => typeof value === 'string' && isPrintable(value);

/** An administrator may approve so many for an account. */
export const BRANDS_MAX = 20;

/** Anything that can be read: an administrator has looked at it. */
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

/** As it is sent: styled letters become the letters that they show, without the marks of WhatsApp's formatting. */
export const normalizeBrand = (text: string) =>
  withoutMarkup(text.normalize('NFKC')).normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

/** Why a name may not stand as the sender of a message to a stranger. */
export type BrandFlaw = 'unreadable' | 'mixed_scripts' | 'link' | 'number';

/**
 * Checks a normalized text as the sender's name: it shows something, is written in one script, and is nothing to tap or
 * to call, neither by itself nor in any of the templates. An approved brand need not pass this.
 */
export function brandFlaw(text: string, templates: readonly string[] = []): BrandFlaw | undefined {
  if (!isShown(text) || BRACES.test(text)) return 'unreadable';
  if (!isOneScript(text)) return 'mixed_scripts';
  return [contactsIn(text), ...templates.map((template) => addedContacts(template, text))].flat()[0]?.kind;
}

/** Gateways fill in places of their own, and choose among `{one|another}`. */
const BRACES = /[{}]/;

const SHOWN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** What shows nothing, or nothing that two phones agree on; behind an emoji U+FE0F only asks for its colours. */
const HIDDEN = /(?<!\p{Emoji})\uFE0F|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|[\p{Co}\p{Cn}\u2800]/u;

const isShown = (text: string) => SHOWN.test(text) && !HIDDEN.test(text);

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
  /^[аеіјорсухѕһԁԛԝӏѵѡүҽАВЕЅІЈКМНОРСТУХҮԚԜЗЬѴѠҮԌӀҺαγικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿϜϲհոսօռցգզքՕՍԼՏ\p{scx=Common}\p{scx=Inherited}]*$/u;
const LETTER_BEYOND_LATIN = /(?!\p{scx=Latin})\p{L}/u;

function isOneScript(text: string): boolean {
  if (!SCRIPTS.some((script) => script.test(text))) return false;
  return !(LETTER_BEYOND_LATIN.test(text) && LATIN_TWINS.test(text));
}
