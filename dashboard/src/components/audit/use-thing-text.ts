import { useTranslations } from '../../i18n';

/**
 * The text of a target such as `api_key:3` or `messages`; unknown targets are shown as the service writes
 * them.
 */
export function useThingText(): (thing: string) => string {
  const t = useTranslations('security.detail.things');
  return (thing) => {
    const [kind = '', id = ''] = thing.split(':');
    const key = `${/^\d+$/.test(id) ? 'one' : 'whole'}.${kind}` as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as 'one.user', { id }) : thing;
  };
}
