import type { CallbackDevice, DeliveryStatus, ParsedCallback } from '../../driver.js';
import { callbackObject, isMessageId, membersOf, NO_FAILURE } from '../responses.js';
import { healthOfState } from './response.rules.js';

/** Of the unofficial channel and of the Cloud one. What is missing changes nothing: DELETED may be any other status. */
const STATUSES: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['SERVER_ACK', 'sent'],
  ['SENT', 'sent'],
  ['DELIVERY_ACK', 'delivered'],
  ['DELIVERED', 'delivered'],
  ['READ', 'delivered'],
  ['PLAYED', 'delivered'],
  ['ERROR', 'failed'],
  ['FAILED', 'failed'],
]);

/** It never says why. */
const FAILURE = { error: 'the gateway reported an error', failureReason: 'unknown' } as const;

/** An Evolution event. It carries the instance's live credential beside the data: no part of it is kept. */
export function readEvolutionNews(rawBody: Buffer, { settings }: CallbackDevice): ParsedCallback {
  const { event, instance, data } = callbackObject(rawBody);
  if (typeof event !== 'string' || instance !== settings['instance']) return { statuses: [] };
  switch (event.toLowerCase()) {
    case 'messages.update':
      return { statuses: statusesOf(membersOf(data)) };
    case 'connection.update':
      return { statuses: [], ...connectionOf(membersOf(data)) };
    default:
      return { statuses: [] };
  }
}

/** `keyId` is WhatsApp's id of the message; `messageId` is a row of the gateway's own database. */
function statusesOf({ keyId, fromMe, status: word }: Record<string, unknown>): ParsedCallback['statuses'] {
  const status = typeof word === 'string' ? STATUSES.get(word.toUpperCase()) : undefined;
  if (!status || fromMe !== true || !isMessageId(keyId)) return [];
  return [
    { gatewayMessageId: keyId, reference: null, status, ...(status === 'failed' ? FAILURE : NO_FAILURE) },
  ];
}

function connectionOf({ state }: Record<string, unknown>): Pick<ParsedCallback, 'health'> {
  return typeof state === 'string' ? { health: healthOfState(state) } : {};
}
