import { useSyncExternalStore } from 'react';
import { type Language, LOADERS, storeLanguage } from './languages';
import type { DeferredMessages, InitialMessages, Original } from './messages/shape';

const ZONE = 'sandi.time-zone';

interface Words {
  language: Language;
  /** The time zone chosen in this browser; null: the zone of the service. */
  zone: string | null;
  /** The initial messages, and after the first other page all messages. */
  messages: InitialMessages & Partial<DeferredMessages>;
}

let words: Words | undefined;
let isWhole = false;
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
  const { initial, deferred } = LOADERS[language];
  const wasWhole = isWhole;
  const [initialMessages, deferredMessages] = await Promise.all([initial(), wasWhole ? deferred() : {}]);
  // A page with deferred messages was opened meanwhile.
  if (isWhole !== wasWhole) return loadLanguage(language);
  words = {
    language,
    zone: localStorage.getItem(ZONE),
    messages: { ...initialMessages, ...deferredMessages },
  };
  for (const listener of listeners) listener();
}

/** For all pages except the login and home pages. */
export async function loadDeferredMessages(): Promise<void> {
  if (isWhole) return;
  const { language } = current();
  await LOADERS[language].deferred();
  isWhole = true;
  return loadLanguage(current().language);
}

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
