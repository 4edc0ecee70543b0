import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameText } from '../platform/security/hashing.js';
import { isAuthentic, isSigned, type SignedRequest } from '../platform/security/standard-webhook.rules.js';

/** Whether a request claims to be signed, in one of the ways that hooks are. */
export function isSignedHook(headers: Readonly<IncomingHttpHeaders>): boolean {
  return isSigned({ headers }) || isZitadel({ headers });
}

/** Whether its signature holds, in the way that it claims. */
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
 * Whether a request carries a signature of ZITADEL's by `signingKey`, made within `toleranceSeconds` of `now`:
 * `t=<seconds>,v1=<hex>`, one v1 for each key it has, each the HMAC-SHA256 of `<seconds>.<body>`.
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
