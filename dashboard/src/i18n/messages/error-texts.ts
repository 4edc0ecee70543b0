import type { ErrorCode } from '../../api/api-error';

/** Texts that replace messages of the API. */
export type ErrorTexts = Readonly<Partial<Record<ErrorCode, string>>>;
