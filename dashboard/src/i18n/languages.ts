import { STORED_LANGUAGE } from '../api/language';
import type { AuthMessages, DeferredMessages, InitialMessages } from './messages/shape';

export const LANGUAGES = { id: 'Bahasa Indonesia', en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

const DEFAULT: Language = 'id';

interface Loader {
  initial: () => Promise<InitialMessages>;
  auth: () => Promise<AuthMessages>;
  deferred: () => Promise<DeferredMessages>;
}

/** Loads the messages of one language, in three parts. */
export const LOADERS: Record<Language, Loader> = {
  id: {
    initial: async () => (await import('./messages/initial.id')).initial,
    auth: () => import('./messages/auth.id'),
    deferred: () => import('./messages/id'),
  },
  en: {
    initial: async () => (await import('./messages/initial.en')).initial,
    auth: () => import('./messages/auth.en'),
    deferred: () => import('./messages/en'),
  },
};

export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED_LANGUAGE);
  return stored !== null && stored in LANGUAGES ? (stored as Language) : DEFAULT;
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED_LANGUAGE, language);
}
