import type { Look } from './looks.js';

/** What is read in a language. Both stand in the test, so that it shows what a person sees. */
export const sayIn =
  (language: Look['language']) =>
  <Words>(id: Words, en: Words): Words =>
    language === 'en' ? en : id;

export type Say = ReturnType<typeof sayIn>;
