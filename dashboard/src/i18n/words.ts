import { useSyncExternalStore } from 'react';
import { type Language, LOADERS, storeLanguage } from './languages';
import type { DeferredMessages, InitialMessages, Original } from './messages/shape';

const ZONE = 'sandi.time-zone';

interface Words {
  language: Language;
  /** In which times are told, if one was chosen in this browser; null: that of the service. */
  zone: string | null;
  /** The words of the pages that are met initial, and from the initial other page on those of all. */
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

/** The words that are loaded; the types hold them for whole, as each page has its own before it is drawn. */
export function useWords(): Words & { messages: Original } {
  return useSyncExternalStore(subscribe, current) as Words & { messages: Original };
}

/** As much of this language as is needed by now. */
export async function loadLanguage(language: Language): Promise<void> {
  const { initial, deferred } = LOADERS[language];
  const wasWhole = isWhole;
  const [initialMessages, deferredMessages] = await Promise.all([initial(), wasWhole ? deferred() : {}]);
  // A page of the deferred was opened meanwhile.
  if (isWhole !== wasWhole) return loadLanguage(language);
  words = {
    language,
    zone: localStorage.getItem(ZONE),
    messages: { ...initialMessages, ...deferredMessages },
  };
  for (const listener of listeners) listener();
}

/** For all pages but the login and the home page. */
export async function loadDeferredMessages(): Promise<void> {
  if (isWhole) return;
  const { language } = current();
  await LOADERS[language].deferred();
  isWhole = true;
  return loadLanguage(current().language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  // First, since what is asked for again says which language it wants.
  storeLanguage(language);
  await loadLanguage(language);
}

export async function chooseZone(zone: string | null): Promise<void> {
  if (zone === null) localStorage.removeItem(ZONE);
  else localStorage.setItem(ZONE, zone);
  await loadLanguage(current().language);
}
