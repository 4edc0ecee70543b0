import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '../../api/api-keys';
import { useTranslations } from '../../i18n';

/** Name of a key. Deleted keys have only an ID. */
export function useKeyName(): (id: number) => string {
  const t = useTranslations('requests');
  const { data: apiKeys } = useQuery(apiKeysQuery);
  return (id) =>
    apiKeys?.find((each) => each.id === id)?.name ??
    (apiKeys ? t('keyNumber', { id: String(id) }) : `#${id}`);
}
