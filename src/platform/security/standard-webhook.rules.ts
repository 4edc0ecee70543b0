import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { randomBytes } from '../ids/random.js';
import { isSameText } from './hashing.js';

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** An unparsed request: the signature covers the bytes. */
export interface SignedRequest {
  headers: Readonly<IncomingHttpHeaders>;
  rawBody: Buffer;
}

export const newSigningSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Whether a secret is base64 after `whsec_`, or any other non-empty text. */
export function isSigningSecret(secret: string): boolean {
  try {
    signerFor(secret);
    return true;
  } catch {
    return false;
  }
}

export function isSigned({ headers }: Pick<SignedRequest, 'headers'>): boolean {
  return HEADERS.some((name) => headers[name] !== undefined);
}

/** Whether one of `secrets` signed the request. Checked here: the library's tolerance and clock cannot be changed. */
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
  // Supabase Auth separates signatures by comma and blank.
  const given = signatures.split(/,? /).filter((signature) => signature.startsWith('v1,'));
  return secrets.some((secret) => {
    const expected = signatureBy(secret, `${id}.${Number(timestamp)}.`, rawBody);
    return given.some((signature) => isSameText(signature, expected));
  });
}

/** Signs the bytes: the library decodes the body first, which loses invalid UTF-8. */
function signatureBy(secret: string, prefix: string, rawBody: Buffer): string {
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'latin1');
  const hmac = createHmac('sha256', key).update(prefix, 'latin1').update(rawBody);
  return `v1,${hmac.digest('base64')}`;
}

/** Throws if the secret is empty or no base64 after the prefix. */
function signerFor(secret: string): Webhook {
  return secret.startsWith(PREFIX) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
}
