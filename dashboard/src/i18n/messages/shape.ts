import type { auth } from './auth.id';
import type { ErrorTexts } from './error-texts';
import type * as messages from './id';
import type { initial } from './initial.id';

/** All languages have the same keys, checked by types. Indonesian is the original. */
type Translation<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Translation<Original[Key]>;
};

/** Checks a translation of one area: `export const home = { … } satisfies TranslationOf<'home'>`. */
export type TranslationOf<Area extends keyof Original> = Translation<Original[Area]>;

/** The message types for use-intl. They contain the literal texts, so that it checks the arguments of each text. */
export type Original = typeof initial & { readonly auth: typeof auth } & typeof messages;

export type AuthMessages = Translation<{ readonly auth: typeof auth }>;

export type DeferredMessages = Translation<typeof messages>;

export type InitialMessages = Translation<Omit<typeof initial, 'errors'>> & { readonly errors: ErrorTexts };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Original;
    Locale: 'id' | 'en';
  }
}
