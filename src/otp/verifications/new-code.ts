import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { randomDigits } from '../../platform/ids/random.js';
import { containsCode, textsOf } from '../correlation.rules.js';
import type { SendOtpDto } from '../send.dto.js';

/** Stored in clear with the message. */
type Beside = Pick<SendOtpDto, 'external_id' | 'metadata'>;

/**
 * Draws a code; each one of that length is equally likely, except those that the texts stored in clear contain. For a
 * test key it is all zeros, so that tests know it.
 */
export function newCode(
  mode: ApiKeyPrincipal['mode'],
  length: number,
  { external_id, metadata }: Beside,
): string {
  if (mode === 'test') return '0'.repeat(length);
  const texts = [...(external_id ? [external_id] : []), ...(metadata ? textsOf(metadata) : [])];
  for (;;) {
    const code = randomDigits(length);
    if (!texts.some((text) => containsCode(text, code))) return code;
  }
}
