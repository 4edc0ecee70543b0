import type { Messages, Original } from './messages/shape';

export const LANGUAGES = { id: 'Bahasa Indonesia', en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

const DEFAULT: Language = 'id';
const STORED = 'sandi.language';

const LOADERS: Record<Language, () => Promise<Messages>> = {
  id: async () => (await import('./messages/id')).messages,
  en: async () => (await import('./messages/en')).messages,
};

/** The words of one language; the other's are not loaded. */
export const loadMessages = (language: Language): Promise<Original> =>
  LOADERS[language]() as Promise<Original>;

export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return stored !== null && stored in LANGUAGES ? (stored as Language) : DEFAULT;
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}
