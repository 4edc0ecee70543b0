import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackDevice, CallbackNews } from '../../driver.js';
import { reasonInWords } from '../../failure-reasons.js';
import { callbackObject, isMessageId, NO_FAILURE } from '../reading.js';
import { statusOf } from '../status-map.rules.js';
import { healthIn } from './answer.rules.js';

/** A report of a message or of the device. Fails with `malformed_json` or `callback_invalid`. */
export function readWablasNews(rawBody: Buffer, device: CallbackDevice): CallbackNews {
  const { id, status: word, note } = callbackObject(rawBody);
  if (id === undefined) {
    const health = healthIn(word);
    return { statuses: [], ...(health && { health }) };
  }
  const status = statusOf([word], device);
  if (!status || !isMessageId(id)) return { statuses: [] };
  const words = typeof note === 'string' && note !== '' ? note : String(word);
  const failure =
    status === 'failed'
      ? { error: scrub(words), failureReason: reasonInWords(words) ?? 'unknown' }
      : NO_FAILURE;
  return { statuses: [{ gatewayMessageId: id, reference: null, status, ...failure }] };
}
