import { describe, expect, it } from 'vitest';
import { stepOf, toBase32, uriOf } from './totp.js';

/** RFC 6238, appendix B, SHA-1: the secret, and the last six of the eight digits, at each of its times. */
const SECRET = toBase32(Buffer.from('12345678901234567890', 'ascii'));
const VECTORS = [
  [59, '287082', 0x1],
  [1111111109, '081804', 0x23523ec],
  [1111111111, '050471', 0x23523ed],
  [1234567890, '005924', 0x273ef07],
  [2000000000, '279037', 0x3f940aa],
  [20000000000, '353130', 0x27bc86aa],
] as const;

const at = (seconds: number) => new Date(seconds * 1000);

describe('a one-time code', () => {
  it.each(VECTORS)('at %d s is %s, of step %d, as RFC 6238 has it', (seconds, code, step) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(step);
  });

  it('is taken a step early and a step late, as the same step, and no further', () => {
    const [seconds, code, step] = VECTORS[3];
    const begins = step * 30;
    expect(seconds).toBeGreaterThanOrEqual(begins);
    for (const now of [begins - 30, begins, begins + 29, begins + 59])
      expect(stepOf(SECRET, code, at(now))).toBe(step);
    for (const now of [begins - 31, begins + 60]) expect(stepOf(SECRET, code, at(now))).toBeNull();
  });

  it.each(['', '28708', '2870820', '94287082', '28708a', ' 287082', '２８７０８２', '-87082', '287082\n'])(
    'is not %j',
    (code) => expect(stepOf(SECRET, code, at(59))).toBeNull(),
  );

  it('is made by an app from the address in the QR code', () => {
    expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const uri = new URL(uriOf(SECRET, 'toko budi'));
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/Sandi:toko%20budi\?/);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Sandi',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
