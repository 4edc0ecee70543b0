import type { IncomingHttpHeaders } from 'node:http';
import { isAuthentic, isSigned, type SignedRequest } from '../platform/security/standard-webhook.rules.js';
import { isZitadel, isZitadelAuthentic } from './zitadel-signature.rules.js';

/** Whether a request claims to be signed, in one of the ways that hooks are. */
export function isSignedHook(headers: Readonly<IncomingHttpHeaders>): boolean {
  return isSigned({ headers }) || isZitadel({ headers });
}

/** Whether its signature holds, in the way that it claims. */
export function holdsHookSignature(
  request: SignedRequest,
  secret: string,
  now: Date,
  toleranceSeconds: number,
): boolean {
  return isZitadel(request)
    ? isZitadelAuthentic(request, secret, now, toleranceSeconds)
    : isAuthentic(request, [secret], now, toleranceSeconds);
}
