import { useMessages, useTranslations } from 'use-intl';
import { ApiError } from '../api/api-error';

/** The words of an error in the chosen language. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('common.failure');
  const { errors } = useMessages();
  return (error) => {
    if (!(error instanceof ApiError)) return t('unexpected');
    if (error.code === 'unreachable') return t('unreachable');
    const text = errors[error.code] ?? (error.message || t('unexpected'));
    // That of an invalid parameter is for those who write programs: it names fields as the API does.
    const { detail } = error.failure;
    return detail === undefined || error.code === 'parameter_invalid' ? text : `${text} ${detail}`;
  };
}
