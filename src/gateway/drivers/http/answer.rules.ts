import type { FailureReason } from '../../../platform/text/failure-reason.js';
import type { DeliveryStatus, DeviceFault, DriverOutcome, Health, LookupResult } from '../../driver.js';
import { reasonGiven } from '../../failure-reasons.js';
import { type Answer, isMessageId, isSuccess, jsonObject } from '../reading.js';

/** The answers of the native protocol (docs/gateways.md), by status and body. Texts are the gateway's, not yet scrubbed. */

const BUSY = [429, 503];
const WRONG_TOKEN = [401, 403];

/** An id is an acceptance, a readable error a refusal; between them nothing is known. */
export function readHttpSend({ status, body }: Answer): DriverOutcome {
  const answer = jsonObject(body);
  if (isSuccess(status) && isMessageId(answer['id'])) return { kind: 'accepted', id: answer['id'] };
  const reason = errorOf(answer);
  if (reason !== undefined)
    return {
      kind: 'refused',
      reason,
      retryElsewhere: true,
      fault: faultOf(status),
      failureReason: reasonGiven(answer['reason'], reason),
    };
  const lacks = isSuccess(status) ? 'a message id' : 'a readable error';
  return { kind: 'unknown', reason: `the gateway answered ${status} without ${lacks}` };
}

export function readLookup({ status, body }: Answer): LookupResult {
  if (status === 404) return { kind: 'never_accepted' };
  const { id, status: reached, error: told, reason } = jsonObject(body);
  const error = typeof told === 'string' ? told : null;
  if (isSuccess(status) && isMessageId(id) && isDeliveryStatus(reached))
    return { kind: 'found', id, status: reached, error, failureReason: failureIn(reached, reason, error) };
  return { kind: 'unknown', reason: `the gateway answered the look-up ${status} without a status` };
}

export function readHttpHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const { connected } = answer;
  if (isSuccess(status) && typeof connected === 'boolean')
    return { verdict: connected ? 'connected' : 'disconnected', detail: null };
  const words = errorOf(answer) ?? 'no readable status';
  return { verdict: 'unclear', detail: `the gateway answered ${status}: ${words}` };
}

/** Why a message failed, of what a look-up or a callback tells of it; null where it did not. */
export function failureIn(
  status: DeliveryStatus,
  reason: unknown,
  error: string | null | undefined,
): FailureReason | null {
  return status === 'failed' ? (reasonGiven(reason, error ?? '') ?? 'unknown') : null;
}

export function isDeliveryStatus(value: unknown): value is 'sent' | 'delivered' | 'failed' {
  return value === 'sent' || value === 'delivered' || value === 'failed';
}

function errorOf(answer: Record<string, unknown>): string | undefined {
  const { error } = answer;
  return typeof error === 'string' && error.trim() !== '' ? error : undefined;
}

function faultOf(status: number): DeviceFault | undefined {
  if (BUSY.includes(status)) return 'busy';
  return WRONG_TOKEN.includes(status) ? 'unusable' : undefined;
}
