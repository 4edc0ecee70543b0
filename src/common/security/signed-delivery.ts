import type { IncomingHttpHeaders } from 'node:http';
import { isAuthentic, isSigned, type SignedDelivery } from './standard-webhook.rules.js';
import { isZitadel, isZitadelAuthentic } from './zitadel-signature.rules.js';

/** Whether a request claims to be signed, in one of the ways that hooks are. */
export function isSignedDelivery(headers: Readonly<IncomingHttpHeaders>): boolean {
  return isSigned({ headers }) || isZitadel({ headers });
}

/** Whether its signature holds, in the way that it claims. */
export function holdsSignature(
  delivery: SignedDelivery,
  secret: string,
  now: Date,
  toleranceSeconds: number,
): boolean {
  return isZitadel(delivery)
    ? isZitadelAuthentic(delivery, secret, now, toleranceSeconds)
    : isAuthentic(delivery, [secret], now, toleranceSeconds);
}
