import { useTranslations } from '../i18n';
import { Hint } from './hint';

/** Quotes the words of a gateway or driver, which may be in any language. */
export function GatewayNote({ words }: { words: string | null }) {
  const t = useTranslations('common');
  if (words === null) return null;
  return (
    <Hint>
      <span style={{ overflowWrap: 'anywhere' }}>{t('gatewayNote', { words })}</span>
    </Hint>
  );
}
