import { callbackObject } from '../../platform/http/index.js';
import type { CallbackDevice, DeliveryStatus, Health, ParsedCallback, ReceivedCallback } from '../driver.js';
import {
  callbackEventOf,
  inboundIn,
  isGroupId,
  isPhoneDigits,
  NOTHING,
  phoneInIds,
  textsOnly,
} from './callbacks.rules.js';
import { bareId, callbackInvalid, membersOf } from './responses.js';

/** States and callbacks of an OpenWA session. */

const READY = 'ready';
const NOT_CONNECTED: readonly string[] = [
  'created',
  'initializing',
  'qr_ready',
  'authenticating',
  'disconnected',
  'action_required',
  'failed',
];

export function openwaHealth(
  state: string,
  restriction: Record<string, unknown> = {},
  lastError?: unknown,
): Health {
  if (state === READY)
    return { connection: 'connected', ...(restrictionIn(restriction) ?? { detail: null }) };
  if (!NOT_CONNECTED.includes(state)) return { connection: 'unclear', detail: 'unknown state' };
  const causes = [restriction['kind'], lastError].filter((cause) => typeof cause === 'string');
  return { connection: 'disconnected', detail: [state, ...causes].join(': ') };
}

/** `undefined`: no restriction, or one that keeps the session from connecting at all. */
function restrictionIn(
  restriction: Record<string, unknown>,
): Pick<Health, 'detail' | 'fault' | 'restrictedUntil'> | undefined {
  if (restriction['kind'] !== 'reachout_timelock') return undefined;
  const until = new Date(String(restriction['expiresAt']));
  return {
    detail: 'WhatsApp holds the account back',
    fault: 'restricted',
    ...(!Number.isNaN(until.getTime()) && { restrictedUntil: until }),
  };
}

const STATUSES: ReadonlyMap<unknown, DeliveryStatus> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['failed', 'failed'],
]);

/** Accepts late and repeated reports of messages. A state of the device is used only if it is recent. */
export function readCallback(
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
  return status && id !== undefined ? { statuses: [callbackEventOf(id, status)] } : NOTHING;
}

/** If the sender is a LID, `senderPhone` has the phone, if OpenWA knows it. */
function received({ from, fromMe, isGroup, body, senderPhone }: Record<string, unknown>): ParsedCallback {
  if (fromMe === true || isGroup === true || isGroupId(from)) return NOTHING;
  return textsOnly(inboundIn(body, isPhoneDigits(senderPhone) ? senderPhone : phoneInIds(from)));
}

function stateChanged({ status }: Record<string, unknown>): ParsedCallback {
  return typeof status === 'string' ? { statuses: [], health: openwaHealth(status) } : NOTHING;
}

/** A restriction says nothing about the connection. */
function restricted(data: Record<string, unknown>): ParsedCallback {
  const restriction = data['active'] === true ? restrictionIn(data) : undefined;
  return restriction ? { statuses: [], health: { connection: 'unclear', ...restriction } } : NOTHING;
}
