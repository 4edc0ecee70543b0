import { useTranslations } from '../../../i18n';
import type { Driver } from './api';

/** Texts of drivers and their settings; unknown ones are shown as the API writes them. */
export function useDriverWords() {
  const t = useTranslations('admin.drivers');
  // Driver names are not known at compile time.
  const words = (key: string, otherwise: string) =>
    t.has(key as 'choice.on') ? t(key as 'choice.on') : otherwise;
  const ofSetting = (driver: string, name: string, part: 'label' | 'hint', otherwise: string) =>
    words(`${driver}.${name}.${part}`, words(`any.${name}.${part}`, otherwise));
  return {
    title: ({ name, title }: Pick<Driver, 'name' | 'title'>) => words(`title.${name}`, title),
    token: ({ name, token }: Driver) => words(`token.${name}`, token),
    label: (driver: string, name: string) => ofSetting(driver, name, 'label', name),
    hint: (driver: string, { name, description }: Driver['settings'][number]) =>
      ofSetting(driver, name, 'hint', description),
    choice: (value: string) => words(`choice.${value}`, value),
  };
}
