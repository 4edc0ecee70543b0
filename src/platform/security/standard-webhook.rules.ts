import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { randomBytes } from '../ids/random.js';
import { isSameText } from './same-text.js';

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A request as it came: the signature covers the bytes. */
export interface SignedRequest {
  headers: Readonly<IncomingHttpHeaders>;
  rawBody: Buffer;
}

/** A new secret, in the form of Standard Webhooks. */
export const newSigningSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** A secret as its owner wrote it is base64 after `whsec_`, else the characters themselves. */
export function isSigningSecret(secret: string): boolean {
  try {
    signerFor(secret);
    return true;
  } catch {
    return false;
  }
}

/** Whether a request claims to be signed at all: then the claim must hold. */
export function isSigned({ headers }: Pick<SignedRequest, 'headers'>): boolean {
  return HEADERS.some((name) => headers[name] !== undefined);
}

/**
 * Whether a request carries a Standard Webhooks signature by one of `secrets`, made within `toleranceSeconds` of
 * `now`. The library's own verify() knows only its five minutes and the machine's clock, where ours are a setting and
 * a Clock.
 */
export function isAuthentic(
  { headers, rawBody }: SignedRequest,
  secrets: readonly string[],
  now: Date,
  toleranceSeconds: number,
): boolean {
  const [id, timestamp, signatures] = HEADERS.map((name) => headers[name]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  const at = Number(timestamp) * 1000;
  if (Math.abs(now.getTime() - at) > toleranceSeconds * 1000) return false;
  // Supabase Auth puts a comma between two signatures, beside the blank of the standard.
  const given = signatures.split(/,? /).filter((signature) => signature.startsWith('v1,'));
  return secrets.some((secret) => {
    const expected = signatureBy(secret, `${id}.${Number(timestamp)}.`, rawBody);
    return given.some((signature) => isSameText(signature, expected));
  });
}

/** Over the bytes: the library decodes a body first, and so takes different bytes that are no UTF-8 for the same. */
function signatureBy(secret: string, prefix: string, rawBody: Buffer): string {
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'latin1');
  const hmac = createHmac('sha256', key).update(prefix, 'latin1').update(rawBody);
  return `v1,${hmac.digest('base64')}`;
}

/** Throws when the secret is not base64 after the prefix, or empty. */
function signerFor(secret: string): Webhook {
  return secret.startsWith(PREFIX) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
}
