import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { randomDigits } from '../../platform/ids/random.js';
import { holdsCode, textsOf } from '../correlation.rules.js';
import type { SendOtpDto } from '../send.dto.js';

/** Kept in clear, beside the message. */
type Beside = Pick<SendOtpDto, 'external_id' | 'metadata'>;

/**
 * Each code of that length is as likely as any other, but for those that happen to stand in what is kept in clear beside
 * it. Of a test key: zeros, so that whoever tests knows it.
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
    if (!texts.some((text) => holdsCode(text, code))) return code;
  }
}
