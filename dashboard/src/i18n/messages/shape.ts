import type { ErrorTexts } from './error-texts';
import type * as messages from './id';
import type { initial } from './initial.id';

/** The same keys in every language: a missing or a surplus one is a type error. Indonesian is the original. */
type Translation<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Translation<Original[Key]>;
};

/** Checks a translation of one area: `export const home = { … } satisfies TranslationOf<'home'>`. */
export type TranslationOf<Area extends keyof Original> = Translation<Original[Area]>;

/**
 * What use-intl knows the messages as: with the original's texts as their types, it checks the arguments that a text
 * takes.
 */
export type Original = typeof initial & typeof messages;

export type DeferredMessages = Translation<typeof messages>;

export type InitialMessages = Translation<Omit<typeof initial, 'errors'>> & { readonly errors: ErrorTexts };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Original;
    Locale: 'id' | 'en';
  }
}
