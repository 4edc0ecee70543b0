import type { ErrorCode } from '../../api/api-error';

/** Texts of the API's errors, where the API's own are in another language. */
export type ErrorTexts = Readonly<Partial<Record<ErrorCode, string>>>;
