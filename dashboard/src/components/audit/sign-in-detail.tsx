import { useTranslations } from 'use-intl';

/** How somebody wanted to come in, and why they did not; a word that we do not know yet, as the service writes it. */
export function SignInDetail({ detail }: { detail: object | null }) {
  const t = useTranslations('security');
  const words = (['how', 'reason'] as const).flatMap((name) => {
    const word: unknown = Reflect.get(detail ?? {}, name);
    if (typeof word !== 'string') return [];
    const key = `${name}.${word}` as Parameters<typeof t.has>[0];
    return [t.has(key) ? t(key as 'manyAddresses') : word];
  });
  return words.join(': ');
}
