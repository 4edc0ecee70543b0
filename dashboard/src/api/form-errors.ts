import { ApiError, type ErrorCode } from './api-error';

/** The fields of errors without `fields`. */
const FIELDS = {
  username_invalid: ['username'],
  username_taken: ['username'],
  email_invalid: ['email'],
  email_taken: ['email'],
  name_invalid: ['name'],
  password_invalid: ['password', 'new_password'],
  password_common: ['password', 'new_password'],
  password_wrong: ['current_password'],
  second_factor_wrong: ['code'],
  second_factor_locked: ['code'],
  current_password_required: ['current_password'],
  credentials_invalid: ['password'],
  reset_token_invalid: ['token'],
  webhook_url_invalid: ['url'],
  device_name_taken: ['name'],
  device_token_required: ['token'],
  api_key_not_live: ['api_key_id'],
  api_key_invalid: ['api_key_id'],
  balance_negative: ['amount'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

/** The fields of this form that the error is about; empty if it is about the whole form. */
export function fieldsOf(error: unknown, formFields: readonly string[]): string[] {
  if (!(error instanceof ApiError)) return [];
  const known: readonly string[] = (FIELDS as Record<string, readonly string[]>)[error.code] ?? [];
  return [...new Set([...error.fields, ...known])].filter((field) => formFields.includes(field));
}
