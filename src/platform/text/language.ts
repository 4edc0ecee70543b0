import type { Language } from './message-template.rules.js';

export type LocalizedText = Readonly<Record<Language, string>>;

/** Joins texts with blanks. */
export const joinedTexts = (texts: readonly LocalizedText[]): LocalizedText => ({
  id: texts.map(({ id }) => id).join(' '),
  en: texts.map(({ en }) => en).join(' '),
});

/** Tags of `Accept-Language` for Indonesian and English. `in` is the old code of Indonesian. */
const LANGUAGE_OF: Readonly<Record<string, Language>> = { id: 'id', in: 'id', en: 'en' };

/** More entries than a browser sends. */
const ENTRIES_MAX = 32;

/** Negotiates by `Accept-Language`: the higher weight, then the first. Indonesian by default. */
export function acceptedLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'id';
  const weights: Partial<Record<Language, number>> = {};
  let others = 0;
  let first: Language = 'id';
  for (const entry of acceptLanguage.split(',', ENTRIES_MAX)) {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = weightOf(parameters);
    if (tag === '*') others = weight;
    const language = LANGUAGE_OF[tag.split('-', 1)[0] ?? ''];
    if (!language) continue;
    if (Object.keys(weights).length === 0) first = language;
    weights[language] = Math.max(weights[language] ?? 0, weight);
  }
  const { id = others, en = others } = weights;
  const isEnglishFirst = weights.en !== undefined && (weights.id === undefined || first === 'en');
  return en > id || (en === id && en > 0 && isEnglishFirst) ? 'en' : 'id';
}

/** The q-value: 1 without one, 0 if it is malformed. */
function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (q === undefined) return 1;
  const [, value = ''] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(q) ?? [];
  return Number(value);
}
