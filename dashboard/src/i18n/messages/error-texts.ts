import type { ErrorCode } from '../../api/api-error';

/** Texts in place of the API's own messages. */
export type ErrorTexts = Readonly<Partial<Record<ErrorCode, string>>>;
