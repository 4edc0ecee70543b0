// What pages and components tell their words, numbers and times with.
export { useErrorText } from './error-text';
export { useFormat } from './use-format';
export { useLocale, useNow, useTranslations } from 'use-intl';
