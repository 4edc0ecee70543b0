import { type Language, LANGUAGES } from '../platform/text/message-template.rules.js';

/** `in` is what Java still calls Indonesian. */
const WRITTEN = /^(id|in|en)(?:[-_][A-Za-z0-9]{1,8}){0,4}$/i;

/** Our language for a locale as auth servers write them: `id`, `en-US`, `id_ID`; `undefined` for others. */
export function languageOf(locale: unknown): Language | undefined {
  if (typeof locale !== 'string') return undefined;
  const language = WRITTEN.exec(locale)?.[1]?.toLowerCase().replace('in', 'id');
  return LANGUAGES.find((known) => known === language);
}
