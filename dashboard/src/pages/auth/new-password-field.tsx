import { useSettings } from '../../api/settings';
import { PasswordField } from '../../components/password-field';
import { useTranslations } from '../../i18n';

const NO_BREAK_SPACE = '\u00a0';

/** Field for a new password, with its minimum length. Keeps the line of this hint free until it is loaded. */
export function NewPasswordField(field: object) {
  const t = useTranslations('auth');
  const min = useSettings()?.password_min;
  const hint = min === undefined ? NO_BREAK_SPACE : t('passwordHint', { min });
  return (
    <PasswordField label={t('password')} description={hint} autoComplete="new-password" required {...field} />
  );
}
