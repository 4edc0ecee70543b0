import { Secret, TOTP } from 'otpauth';

/** One-time codes by time (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty seconds. */

/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks may be one step apart. */
const WINDOW_STEPS = 1;
const ISSUER = 'Sandi';

export const CODE = /^\d{6}$/;

/** Base32, as people type it where they cannot scan. Copied, since a small Buffer is a part of a larger one. */
export const toBase32 = (bytes: Uint8Array): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

/** The content of the QR code. */
export const uriOf = (secret: string, label: string): string =>
  new TOTP({ ...FORM, issuer: ISSUER, label, secret }).toString();

/** The time step of a code: the present one or one next to it. Null: the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!CODE.test(code)) return null;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...FORM, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
