import { useTranslations } from '../i18n';
import { Hint } from './hint';

/** What a gateway or its driver wrote, quoted: it may be in any language, and stands below our own words for it. */
export function GatewayNote({ words }: { words: string | null }) {
  const t = useTranslations('common');
  if (words === null) return null;
  return (
    <Hint>
      <span style={{ overflowWrap: 'anywhere' }}>{t('gatewayNote', { words })}</span>
    </Hint>
  );
}
