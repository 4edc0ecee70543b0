import { type ReactNode, useEffect } from 'react';
import { IntlProvider } from 'use-intl';
import { useTimeZone } from '../api/settings';
import { useWords } from './words';

/** Provides the messages, the locale and the time zone. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, zone, messages } = useWords();
  const ofService = useTimeZone();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <IntlProvider locale={language} messages={messages} timeZone={zone ?? ofService}>
      {children}
    </IntlProvider>
  );
}
