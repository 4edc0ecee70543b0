// The i18n functions that pages and components use.
export { useErrorText } from './error-text';
export { useFormat } from './use-format';
export { useLocale, useNow, useTranslations } from 'use-intl';
