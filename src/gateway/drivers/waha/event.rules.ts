import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackEvent, CallbackNews, DeliveryStatus } from '../../driver.js';
import { callbackInvalid, callbackObject, membersOf, NO_FAILURE } from '../reading.js';
import { bareId, restriction, sessionHealth } from './answer.rules.js';

/** By level: -1 ERROR, 0 PENDING, 1 SERVER, 2 DEVICE, 3 READ, 4 PLAYED. */
const ACKS = new Map<unknown, DeliveryStatus>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'delivered'],
  [4, 'delivered'],
]);
/** WhatsApp's error for an account that may not write to new contacts. */
const RESTRICTED = '463';
const NOTHING: CallbackNews = { statuses: [] };

export interface SessionEvent {
  name: string;
  /** When it happened, in milliseconds; it is part of what is signed. */
  atMs: number | undefined;
  payload: Record<string, unknown>;
}

/** An event of one session; `undefined`: of another session. Fails with `malformed_json` or `callback_invalid`. */
export function readEvent(rawBody: Buffer, session: string): SessionEvent | undefined {
  const { event, session: told, timestamp, payload } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  if (told !== session) return undefined;
  const atMs = typeof timestamp === 'number' ? timestamp : undefined;
  return { name: event, atMs, payload: membersOf(payload) };
}

/** What an event comes to. `isRecent`: whether it may still speak for the device's present state. */
export function newsOf({ name, payload }: SessionEvent, isRecent: boolean): CallbackNews {
  const news = NEWS.get(name)?.(payload) ?? NOTHING;
  return isRecent ? news : { statuses: news.statuses };
}

const NEWS = new Map<string, (payload: Record<string, unknown>) => CallbackNews>([
  ['message.ack', acknowledged],
  // On GOWS alone the step to the server shows here, never in an acknowledgement; a failure is not this event's to tell.
  ['message.any', (payload) => (Number(payload['ack']) > 0 ? acknowledged(payload) : NOTHING)],
  ['session.status', stateChanged],
]);

function acknowledged(payload: Record<string, unknown>): CallbackNews {
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
    // Of the connection a refusal says nothing.
    ...(isRestricted && { health: { verdict: 'unclear', ...restriction(cause) } }),
  };
}

function failureOf({ code, reason }: Record<string, unknown>): string {
  const told = [code, reason].filter((part) => typeof part === 'string' || typeof part === 'number');
  return scrub(['WhatsApp refused the message', ...told].join(': '));
}

function stateChanged({ status, data }: Record<string, unknown>): CallbackNews {
  if (typeof status !== 'string') return NOTHING;
  return { statuses: [], health: sessionHealth(scrub(status), [membersOf(data)['reachoutTimelock']]) };
}
