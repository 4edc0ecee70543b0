import { crc32 } from 'node:zlib';
import type { Mode } from '../platform/access/modes.rules.js';
import { toBase62 } from '../platform/ids/random.js';

/**
 * `sandi_live_` or `sandi_test_`, 32 characters of base62 (190 random bits), and 6 of their CRC32. Secret scanners
 * find the prefix; the checksum rejects mistyped keys without a query.
 */
export const KEY_SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^(sandi_(live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Builds the key from a secret of {@link KEY_SECRET_LENGTH} base62 characters. */
export function formatKey(mode: Mode, secret: string): string {
  const body = `sandi_${mode}_${secret}`;
  return body + checksum(body);
}

/** The mode of a key; `undefined` if the text is no key or has a wrong checksum. */
export function modeOfKey(text: string): Mode | undefined {
  const [, body = '', mode, sum] = FORM.exec(text) ?? [];
  return sum === checksum(body) ? (mode as Mode) : undefined;
}

function checksum(body: string): string {
  return toBase62(crc32(body), CHECKSUM_LENGTH);
}
