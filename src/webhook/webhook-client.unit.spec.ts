import { expect, it } from 'vitest';
import { causeOf } from './webhook-client.js';

it.each([
  ['address not allowed', 'not_allowed'],
  ['scheme not allowed', 'not_allowed'],
  ['name not found', 'name_not_found'],
  ['no answer (ECONNREFUSED)', 'refused'],
  ['no answer (CERT_HAS_EXPIRED)', 'certificate'],
  ['no answer (DEPTH_ZERO_SELF_SIGNED_CERT)', 'certificate'],
  ['no answer (UNABLE_TO_VERIFY_LEAF_SIGNATURE)', 'certificate'],
  ['no answer (ERR_TLS_CERT_ALTNAME_INVALID)', 'certificate'],
  ['no answer (ERR_SSL_WRONG_VERSION_NUMBER)', 'certificate'],
  ['no answer (EPROTO)', 'certificate'],
  ['no answer in time', 'timeout'],
  ['no answer (ETIMEDOUT)', 'timeout'],
  ['answer with too large headers', 'answer_invalid'],
  ['no answer (HPE_INVALID_CONSTANT)', 'answer_invalid'],
  ['no answer (ECONNRESET)', 'no_answer'],
  ['no answer', 'no_answer'],
])('%s: %s', (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});
