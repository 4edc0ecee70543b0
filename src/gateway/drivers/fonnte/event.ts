import { scrub } from '../../../common/scrub.js';
import type { CallbackDevice, CallbackNews } from '../../driver.js';
import { callbackObject, isMessageId } from '../reading.js';
import { statusOf } from '../status-map.js';
import { textOf, verdictOf } from './answer.js';

/**
 * A report of a message or of the device. Later ones may carry `stateid` alone: which message that is was told once,
 * and is not kept. Fails with `malformed_json` or `callback_invalid`.
 */
export function readNews(rawBody: Buffer, device: CallbackDevice): CallbackNews {
  const { id: given, status: word, state, reason } = callbackObject(rawBody);
  const id = textOf(given);
  if (id === undefined) return newsOfDevice(word, reason);
  const words = [word, state].filter((said) => typeof said === 'string');
  const status = statusOf(words, device);
  if (!status || !isMessageId(id)) return { statuses: [] };
  const error = status === 'failed' ? scrub(`the gateway reported ${words.join(', ')}`) : null;
  return { statuses: [{ gatewayMessageId: id, reference: null, status, error }] };
}

function newsOfDevice(word: unknown, reason: unknown): CallbackNews {
  const verdict = verdictOf(word);
  if (!verdict) return { statuses: [] };
  const detail = verdict === 'disconnected' && typeof reason === 'string' ? scrub(reason) : null;
  return { statuses: [], health: { verdict, detail } };
}
