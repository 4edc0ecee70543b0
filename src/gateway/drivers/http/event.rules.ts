import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackEvent } from '../../driver.js';
import { callbackInvalid, callbackObject, isMessageId, referenceIn } from '../reading.js';
import { failureIn, isDeliveryStatus } from './answer.rules.js';

const STATUS_EVENT = 'message.status';

/**
 * The body of a native callback (docs/gateways.md). Another kind of event is not for us: no events. Fails with
 * `malformed_json` or `callback_invalid`.
 */
export function readEvents(rawBody: Buffer): CallbackEvent[] {
  const { event, payload } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  if (event !== STATUS_EVENT) return [];
  if (typeof payload !== 'object' || payload === null) throw callbackInvalid('payload');
  const { id, status, error, reason, reference } = payload as Record<string, unknown>;
  if (!isMessageId(id)) throw callbackInvalid('payload.id');
  if (!isDeliveryStatus(status)) throw callbackInvalid('payload.status');
  if (typeof error !== 'string' && error !== null && error !== undefined)
    throw callbackInvalid('payload.error');
  return [
    {
      gatewayMessageId: id,
      reference: referenceIn(reference),
      status,
      error: error ? scrub(error) : null,
      failureReason: failureIn(status, reason, error),
    },
  ];
}
