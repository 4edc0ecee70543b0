import { scrub } from '../../../common/scrub.js';
import type { CallbackDevice, CallbackNews } from '../../driver.js';
import { callbackObject, isMessageId } from '../reading.js';
import { statusOf } from '../status-map.js';
import { healthIn } from './answer.js';

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
  const error = status === 'failed' ? scrub(words) : null;
  return { statuses: [{ gatewayMessageId: id, reference: null, status, error }] };
}
