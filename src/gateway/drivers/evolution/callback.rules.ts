import { callbackObject } from '../../../platform/http/index.js';
import type { CallbackDevice, DeliveryStatus, InboundText, ParsedCallback } from '../../driver.js';
import { inboundIn, isGroupId, phoneInIds, textsOnly } from '../inbound.rules.js';
import { isMessageId, membersOf, NO_FAILURE } from '../responses.js';
import { healthOfState } from './response.rules.js';

/** Statuses of the unofficial and the Cloud channel. Others are ignored: DELETED may follow any status. */
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

/** Evolution never says why. */
const FAILURE = { error: 'the gateway reported an error', failureReason: 'unknown' } as const;

/** An Evolution event. It also contains the instance's credential, so no part of it is stored as it is. */
export function readEvolutionCallback(rawBody: Buffer, { settings }: CallbackDevice): ParsedCallback {
  const { event, instance, data } = callbackObject(rawBody);
  if (typeof event !== 'string' || instance !== settings['instance']) return { statuses: [] };
  switch (event.toLowerCase()) {
    case 'messages.update':
      return { statuses: statusesOf(membersOf(data)) };
    case 'messages.upsert':
      return textsOnly([data].flat().flatMap((one) => receivedIn(membersOf(one))));
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

/** A chat that is addressed by LID has the phone in another member, from 2.3.6 on. */
function receivedIn({ key, message }: Record<string, unknown>): InboundText[] {
  const { remoteJid, remoteJidAlt, senderPn, fromMe } = membersOf(key);
  if (fromMe !== false || isGroupId(remoteJid)) return [];
  const { ephemeralMessage, ...plain } = membersOf(message);
  const content = ephemeralMessage ? membersOf(membersOf(ephemeralMessage)['message']) : plain;
  const text = content['conversation'] ?? membersOf(content['extendedTextMessage'])['text'];
  return inboundIn(text, phoneInIds(remoteJid, remoteJidAlt, senderPn));
}

function connectionOf({ state }: Record<string, unknown>): Pick<ParsedCallback, 'health'> {
  return typeof state === 'string' ? { health: healthOfState(state) } : {};
}
