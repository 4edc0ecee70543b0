import { callbackObject } from '../../../platform/http/index.js';
import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackEvent, DeliveryStatus, ParsedCallback } from '../../driver.js';
import { inboundIn, isGroupId, phoneInIds, textsOnly } from '../inbound.rules.js';
import { bareId, callbackInvalid, membersOf, NO_FAILURE } from '../responses.js';
import { restriction, sessionHealth } from './response.rules.js';

/** Acknowledgement levels: -1 ERROR, 0 PENDING, 1 SERVER, 2 DEVICE, 3 READ, 4 PLAYED. */
const ACKS = new Map<unknown, DeliveryStatus>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'delivered'],
  [4, 'delivered'],
]);
/** WhatsApp's error for an account that may not write to new contacts. */
const RESTRICTED = '463';
const NOTHING: ParsedCallback = { statuses: [] };

export interface SessionEvent {
  name: string;
  /** When it happened, in milliseconds; covered by the signature. */
  atMs: number | undefined;
  payload: Record<string, unknown>;
}

/** `undefined`: another session. Fails with `malformed_json` or `callback_invalid`. */
export function sessionEventIn(rawBody: Buffer, session: string): SessionEvent | undefined {
  const { event, session: told, timestamp, payload } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  if (told !== session) return undefined;
  const atMs = typeof timestamp === 'number' ? timestamp : undefined;
  return { name: event, atMs, payload: membersOf(payload) };
}

/** `isRecent`: whether it may still describe the current state of the device. */
export function parsedEvent({ name, payload }: SessionEvent, isRecent: boolean): ParsedCallback {
  const { health, ...lasting } = READERS.get(name)?.(payload) ?? NOTHING;
  return isRecent && health ? { ...lasting, health } : lasting;
}

const READERS = new Map<string, (payload: Record<string, unknown>) => ParsedCallback>([
  ['message.ack', acknowledged],
  ['message', received],
  // Texts too. Only GOWS reports the server acknowledgement here. Failures come as message.ack.
  [
    'message.any',
    (payload) =>
      (Number(payload['ack']) > 0 && payload['fromMe'] === true ? acknowledged : received)(payload),
  ],
  ['session.status', stateChanged],
]);

function acknowledged(payload: Record<string, unknown>): ParsedCallback {
  const { fromMe, ack, error } = payload;
  const status = ACKS.get(ack);
  const id = bareId(payload['id']);
  if (fromMe !== true || !status || id === undefined) return NOTHING;
  const cause = membersOf(error);
  const event: CallbackEvent = { gatewayMessageId: id, reference: null, status, ...NO_FAILURE };
  if (status !== 'failed') return { statuses: [event] };
  const isRestricted = String(cause['code']) === RESTRICTED;
  const failureReason = isRestricted ? 'device_restricted' : 'unknown';
  return {
    statuses: [{ ...event, error: failureOf(cause), failureReason }],
    // A refusal says nothing about the connection.
    ...(isRestricted && { health: { connection: 'unclear', ...restriction(cause) } }),
  };
}

/** A text from a LID has the phone in the engine's own data: GOWS under `Info`, NOWEB under `key`. */
function received({ from, fromMe, body, _data: raw }: Record<string, unknown>): ParsedCallback {
  if (fromMe !== false || isGroupId(from)) return NOTHING;
  const { Info: info, key } = membersOf(raw);
  const { remoteJidAlt, senderPn } = membersOf(key);
  const sender = phoneInIds(from, membersOf(info)['SenderAlt'], remoteJidAlt, senderPn);
  return textsOnly(inboundIn(body, sender));
}

function failureOf({ code, reason }: Record<string, unknown>): string {
  const told = [code, reason].filter((part) => typeof part === 'string' || typeof part === 'number');
  return scrub(['WhatsApp refused the message', ...told].join(': '));
}

function stateChanged({ status, data }: Record<string, unknown>): ParsedCallback {
  if (typeof status !== 'string') return NOTHING;
  const { reachoutTimelock, messageCapping } = membersOf(data);
  return { statuses: [], health: sessionHealth(scrub(status), [reachoutTimelock], messageCapping) };
}
