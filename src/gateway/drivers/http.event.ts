import { AppError } from '../../common/errors/index.js';
import { parseJsonObject } from '../../common/http/index.js';
import { scrub } from '../../common/scrub.js';
import type { CallbackEvent } from '../driver.js';
import { isDeliveryStatus } from './http.answer.js';
import { isMessageId } from './reading.js';

const STATUS_EVENT = 'message.status';
const REFERENCE_MAX = 40;

/**
 * The body of a native callback (spec.md §6). Another kind of event is not for us: no events. Fails with
 * `malformed_json` or `callback_invalid`.
 */
export function readEvents(rawBody: Buffer): CallbackEvent[] {
  const { event, payload } = objectOf(rawBody);
  if (typeof event !== 'string') throw invalid('event');
  if (event !== STATUS_EVENT) return [];
  if (typeof payload !== 'object' || payload === null) throw invalid('payload');
  const { id, status, error, reference } = payload as Record<string, unknown>;
  if (!isMessageId(id)) throw invalid('payload.id');
  if (!isDeliveryStatus(status)) throw invalid('payload.status');
  if (typeof error !== 'string' && error !== null && error !== undefined) throw invalid('payload.error');
  return [
    {
      gatewayMessageId: id,
      // Beyond the contract, so a form we do not know is no reason to lose the status.
      reference: isReference(reference) ? reference : null,
      status,
      error: error ? scrub(error) : null,
    },
  ];
}

function objectOf(rawBody: Buffer): Record<string, unknown> {
  try {
    return parseJsonObject(rawBody);
  } catch (error) {
    throw error instanceof AppError && error.code === 'body_invalid' ? invalid('the body') : error;
  }
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= REFERENCE_MAX;
}

const invalid = (what: string) =>
  new AppError('callback_invalid', { detail: `${what} is not as in the contract` });
