import { useSettings } from '../../api/settings';
import { PasswordField } from '../../components/password-field';
import { useTranslations } from '../../i18n';

const NO_BREAK_SPACE = '\u00a0';

/** Says how long it must be. Holds the line of that until it is known. */
export function NewPasswordField(field: object) {
  const t = useTranslations('auth');
  const min = useSettings()?.password_min;
  const hint = min === undefined ? NO_BREAK_SPACE : t('passwordHint', { min });
  return (
    <PasswordField label={t('password')} description={hint} autoComplete="new-password" required {...field} />
  );
}
