import { useSettings } from '../../api/settings';
import { useTranslations } from '../../i18n';

const NO_BREAK_SPACE = '\u00a0';

/** How long a password must be. Holds its line until that is known. */
export function usePasswordHint(): string {
  const t = useTranslations('auth');
  const min = useSettings()?.password_min;
  return min === undefined ? NO_BREAK_SPACE : t('passwordHint', { min });
}
