import { STORED_LANGUAGE } from '../api/language';
import type { FirstMessages, Messages } from './messages/shape';

export const LANGUAGES = { id: 'Bahasa Indonesia', en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

const DEFAULT: Language = 'id';

interface Loader {
  first: () => Promise<FirstMessages>;
  rest: () => Promise<Messages>;
}

/** The words of one language, in two parts; those of the other are not loaded. */
export const LOADERS: Record<Language, Loader> = {
  id: {
    first: async () => (await import('./messages/first.id')).first,
    rest: () => import('./messages/id'),
  },
  en: {
    first: async () => (await import('./messages/first.en')).first,
    rest: () => import('./messages/en'),
  },
};

export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED_LANGUAGE);
  return stored !== null && stored in LANGUAGES ? (stored as Language) : DEFAULT;
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED_LANGUAGE, language);
}
