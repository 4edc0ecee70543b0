import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackDevice, CallbackNews } from '../../driver.js';
import { reasonInWords } from '../../failure-reasons.js';
import { callbackObject, isMessageId, NO_FAILURE } from '../reading.js';
import { statusOf } from '../status-map.rules.js';
import { textOf, verdictOf } from './answer.rules.js';

/**
 * A report of a message or of the device. Later ones may carry `stateid` alone: which message that is was told once,
 * and is not kept. Fails with `malformed_json` or `callback_invalid`.
 */
export function readFonnteNews(rawBody: Buffer, device: CallbackDevice): CallbackNews {
  const { id: given, status: word, state, reason, token } = callbackObject(rawBody);
  const id = textOf(given);
  if (id === undefined) return newsOfDevice(word, typeof reason === 'string' ? without(reason, token) : null);
  const words = [word, state].filter((said) => typeof said === 'string');
  const status = statusOf(words, device);
  if (!status || !isMessageId(id)) return { statuses: [] };
  const said = words.join(', ');
  const failure =
    status === 'failed'
      ? {
          error: without(`the gateway reported ${said}`, token),
          failureReason: reasonInWords(said) ?? 'unknown',
        }
      : NO_FAILURE;
  return { statuses: [{ gatewayMessageId: id, reference: null, status, ...failure }] };
}

function newsOfDevice(word: unknown, reason: string | null): CallbackNews {
  const verdict = verdictOf(word);
  if (!verdict) return { statuses: [] };
  return { statuses: [], health: { verdict, detail: verdict === 'disconnected' ? reason : null } };
}

/** Safe words: what tells of the device carries its token. */
function without(words: string, token: unknown): string {
  const isThere = typeof token === 'string' && token !== '';
  return scrub(isThere ? words.replaceAll(token, '****') : words);
}
