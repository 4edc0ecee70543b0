import { verifyWebhook } from './webhooks.js';

export { Sandi, type SandiOptions } from './client.js';
export type { ErrorCode, SandiErrorCode } from './codes.js';
export * from './errors.js';
export type { Clock } from './http.js';
export type { Messages } from './messages.js';
export { TEST_NUMBERS } from './test-numbers.js';
export type * from './types.js';
export type { Verifications } from './verifications.js';
export type * from './webhook-events.js';
export type { VerifyOptions, WebhookHeaders } from './webhooks.js';

/** Webhooks of Sandi. */
export const webhooks = { verify: verifyWebhook };
