import type { ErrorCode } from '../platform/errors/index.js';

/** Of a send through a hook, but for those after which the code may arrive. */
export const HOOK_FAILURES = [
  'rate_limited',
  'parameter_missing',
  'parameter_invalid',
  'phone_invalid',
  'company_name_too_long',
  'company_name_invalid',
  'otp_code_invalid',
  'recipient_limited',
  'hook_unavailable',
] as const satisfies ErrorCode[];
