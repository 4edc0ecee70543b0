import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameText } from '../platform/security/hashing.js';
import { isAuthentic, isSigned, type SignedRequest } from '../platform/security/standard-webhook.rules.js';

/** Whether a request has a signature in a supported format. */
export function isSignedHook(headers: Readonly<IncomingHttpHeaders>): boolean {
  return isSigned({ headers }) || isZitadel({ headers });
}

/** Checks the signature in its own format. */
export function isHookSignatureValid(
  request: SignedRequest,
  secret: string,
  now: Date,
  toleranceSeconds: number,
): boolean {
  return isZitadel(request)
    ? isZitadelSignatureValid(request, secret, now, toleranceSeconds)
    : isAuthentic(request, [secret], now, toleranceSeconds);
}

const HEADER = 'zitadel-signature';
const SIGNATURES_MAX = 10;

/** Whether a request claims to be from ZITADEL. */
const isZitadel = ({ headers }: Pick<SignedRequest, 'headers'>): boolean => headers[HEADER] !== undefined;

/**
 * Checks the signature of ZITADEL: `t=<seconds>,v1=<hex>`, one v1 per key, each an HMAC-SHA256 of `<seconds>.<body>`.
 */
export function isZitadelSignatureValid(
  { headers, rawBody }: SignedRequest,
  signingKey: string,
  now: Date,
  toleranceSeconds: number,
): boolean {
  const header = headers[HEADER];
  if (typeof header !== 'string') return false;
  const [time = '', ...signatures] = header.split(',');
  const [, seconds = ''] = /^t=(\d{1,12})$/.exec(time) ?? [];
  if (seconds === '' || signatures.length > SIGNATURES_MAX) return false;
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceSeconds * 1000) return false;
  const expected = createHmac('sha256', signingKey).update(`${seconds}.`).update(rawBody).digest('hex');
  return signatures.some((signature) => isSameText(signature, `v1=${expected}`));
}
