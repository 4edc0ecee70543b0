import { useMessages, useTranslations } from 'use-intl';
import { ApiError } from '../api/api-error';

/** The text of an error in the chosen language. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('common.failure');
  const { errors } = useMessages();
  return (error) => {
    if (!(error instanceof ApiError)) return t('unexpected');
    if (error.code === 'unreachable') return t('unreachable');
    const text = errors[error.code] ?? (error.message || t('unexpected'));
    // Without the detail of `parameter_invalid`, which is written for integrators.
    const { detail } = error.failure;
    return detail === undefined || error.code === 'parameter_invalid' ? text : `${text} ${detail}`;
  };
}
