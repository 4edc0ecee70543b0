import { useSyncExternalStore } from 'react';
import { type Language, LOADERS, storeLanguage } from './languages';
import type { AuthMessages, DeferredMessages, InitialMessages, Original } from './messages/shape';

const ZONE = 'sandi.time-zone';

interface Words {
  language: Language;
  /** The time zone chosen in this browser; null: the zone of the service. */
  zone: string | null;
  /** The initial messages, and those of the pages that were opened. */
  messages: InitialMessages & Partial<AuthMessages & DeferredMessages>;
}

let words: Words | undefined;
/** The parts of the messages that pages have needed so far. */
const parts = new Set<'auth' | 'deferred'>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function current(): Words {
  if (words === undefined) throw new Error('Words are loaded before the page is drawn.');
  return words;
}

/** The loaded messages. Typed as complete, because each page is drawn after its messages are loaded. */
export function useWords(): Words & { messages: Original } {
  return useSyncExternalStore(subscribe, current) as Words & { messages: Original };
}

/** Loads the messages of a language that are needed so far. */
export async function loadLanguage(language: Language): Promise<void> {
  const loaders = LOADERS[language];
  const wanted = [...parts];
  const [initial, ...others] = await Promise.all([
    loaders.initial(),
    ...wanted.map((part) => loaders[part]()),
  ]);
  // A page that needs another part was opened meanwhile.
  if (parts.size > wanted.length) return loadLanguage(language);
  const messages = others.reduce<typeof initial>((all, more) => ({ ...all, ...more }), initial);
  words = { language, zone: localStorage.getItem(ZONE), messages };
  for (const listener of listeners) listener();
}

async function loadParts(wanted: readonly ('auth' | 'deferred')[]): Promise<void> {
  const missing = wanted.filter((part) => !parts.has(part));
  if (missing.length === 0) return;
  const { language } = current();
  await Promise.all(missing.map((part) => LOADERS[language][part]()));
  for (const part of missing) parts.add(part);
  return loadLanguage(current().language);
}

/** Loads the messages of the login pages. */
export const loadAuthMessages = () => loadParts(['auth']);

/** Loads the messages of all other pages except the home page. */
export const loadDeferredMessages = () => loadParts(['auth', 'deferred']);

export async function chooseLanguage(language: Language): Promise<void> {
  // First, because refetched data depends on the language.
  storeLanguage(language);
  await loadLanguage(language);
}

export async function chooseZone(zone: string | null): Promise<void> {
  if (zone === null) localStorage.removeItem(ZONE);
  else localStorage.setItem(ZONE, zone);
  await loadLanguage(current().language);
}
