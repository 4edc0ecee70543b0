import { useTranslations } from '../../i18n';

/** What the service writes as `api_key:3` or `messages`, in words; a kind that we do not know yet, as it stands there. */
export function useThingText(): (thing: string) => string {
  const t = useTranslations('security.detail.things');
  return (thing) => {
    const [kind = '', id = ''] = thing.split(':');
    const key = `${/^\d+$/.test(id) ? 'one' : 'whole'}.${kind}` as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as 'one.user', { id }) : thing;
  };
}
