import type { CallbackDevice, CallbackNews } from '../../driver.js';
import { callbackObject, isMessageId, membersOf, NO_FAILURE } from '../reading.js';

/** `read-self` comes from our own account. There is no event for sent, none for failed. */
const RECEIPTS: readonly unknown[] = ['delivered', 'read'];

/** A receipt, which may settle several messages. Fails with `malformed_json` or `callback_invalid`. */
export function readGowaNews(rawBody: Buffer, { settings }: CallbackDevice): CallbackNews {
  const { event, payload, session_id: session, device_id: jid } = callbackObject(rawBody);
  const { ids, receipt_type: receipt } = membersOf(payload);
  // One webhook may serve all devices of a server; older versions name them by number only.
  const isOurs = session === undefined || [session, jid].includes(settings['device_id']);
  if (event !== 'message.ack' || !isOurs || !RECEIPTS.includes(receipt) || !Array.isArray(ids))
    return { statuses: [] };
  return {
    statuses: ids
      .filter(isMessageId)
      .map((id) => ({ gatewayMessageId: id, reference: null, status: 'delivered', ...NO_FAILURE })),
  };
}
