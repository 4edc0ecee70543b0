import { useTranslations } from '../../../i18n';
import type { Driver } from './api';

/** What a driver's things are called, in the language of the page; what is not known yet, as the API names it. */
export function useDriverWords() {
  const t = useTranslations('admin.drivers');
  // The API's names are any text.
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
