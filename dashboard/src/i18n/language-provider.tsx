import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { useTimeZone } from '../api/settings';
import { type Language, loadMessages, storeLanguage } from './languages';
import type { Original } from './messages/shape';

interface LanguageChoice {
  language: Language;
  choose: (language: Language) => Promise<void>;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

interface Initial {
  language: Language;
  messages: Original;
}

/** The words, numbers and times of the chosen language, times in the zone of the service. */
export function LanguageProvider({ initial, children }: { initial: Initial; children: ReactNode }) {
  const [{ language, messages }, setLoaded] = useState(initial);
  const timeZone = useTimeZone();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose: async (next: Language) => {
        setLoaded({ language: next, messages: await loadMessages(next) });
        storeLanguage(next);
      },
    }),
    [language],
  );
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={language} messages={messages} timeZone={timeZone}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (choice === null) throw new Error('useLanguage belongs inside LanguageProvider.');
  return choice;
}
