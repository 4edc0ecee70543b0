import { callbackObject } from '../../../platform/http/index.js';
import type { CallbackDevice, DeliveryStatus, ParsedCallback, ReceivedCallback } from '../../driver.js';
import { inboundIn, isGroupId, isPhoneDigits, phoneInIds, textsOnly } from '../inbound.rules.js';
import { bareId, callbackInvalid, membersOf, NO_FAILURE } from '../responses.js';
import { openwaHealth, openwaRestriction } from './response.rules.js';

const STATUSES: ReadonlyMap<unknown, DeliveryStatus> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['failed', 'failed'],
]);

/** OpenWA never says why. */
const FAILURE = { error: 'the gateway reported an error', failureReason: 'unknown' } as const;
const NOTHING: ParsedCallback = { statuses: [] };

/** A late or repeated callback only raises the status. The device state counts only if it is recent. */
export function readOpenwaCallback(
  { rawBody, receivedAt, toleranceSeconds }: ReceivedCallback,
  { settings }: CallbackDevice,
): ParsedCallback {
  const { event, sessionId, timestamp, data } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  if (sessionId !== settings['session']) return NOTHING;
  const members = membersOf(data);
  if (event === 'message.ack') return acknowledged(members);
  if (event === 'message.received') return received(members);
  const ageMs = Math.abs(receivedAt.getTime() - Date.parse(String(timestamp)));
  // An unreadable time is not recent either.
  if (!(ageMs <= toleranceSeconds * 1000)) return NOTHING;
  if (event === 'session.status') return stateChanged(members);
  return event === 'session.restriction' ? restricted(members) : NOTHING;
}

function acknowledged({ messageId, status: word }: Record<string, unknown>): ParsedCallback {
  const status = STATUSES.get(word);
  const id = bareId(messageId);
  if (!status || id === undefined) return NOTHING;
  const rest = status === 'failed' ? FAILURE : NO_FAILURE;
  return { statuses: [{ gatewayMessageId: id, reference: null, status, ...rest }] };
}

/** If the sender is a LID, `senderPhone` has the phone, if OpenWA knows it. */
function received({ from, fromMe, isGroup, body, senderPhone }: Record<string, unknown>): ParsedCallback {
  if (fromMe === true || isGroup === true || isGroupId(from)) return NOTHING;
  return textsOnly(inboundIn(body, isPhoneDigits(senderPhone) ? senderPhone : phoneInIds(from)));
}

function stateChanged({ status }: Record<string, unknown>): ParsedCallback {
  return typeof status === 'string' ? { statuses: [], health: openwaHealth(status) } : NOTHING;
}

/** Says nothing about the connection. */
function restricted(data: Record<string, unknown>): ParsedCallback {
  const restriction = data['active'] === true ? openwaRestriction(data) : undefined;
  return restriction ? { statuses: [], health: { connection: 'unclear', ...restriction } } : NOTHING;
}
