import type { DriverOutcome, Health, NumberCheck, Pairing } from '../../driver.js';
import { phoneInIds } from '../inbound.rules.js';
import { CONNECTED, pairingAt, pairingUnavailable, readBase64 } from '../pairing.js';
import {
  type Answer,
  isMessageId,
  isSuccess,
  jsonIn,
  jsonObject,
  membersOf,
  NOT_ON_WHATSAPP,
  refusedForGood,
  refusedHere,
} from '../responses.js';

/**
 * Evolution's responses. The status alone proves little: a 400 may mean a message that was sent and not confirmed in
 * time. Texts are the gateway's, not yet scrubbed.
 */

/** Messages of its JSON schema about a body that it rejected. */
const SCHEMA_WORDS =
  /requires property|is not of a type|is not one of|does not m|cannot be empty|invalid format/i;
/** An exception at any point of its work. */
const EXCEPTION = /error\b/i;
const CLOSED = /connection closed/i;
/** WhatsApp did not confirm in time. */
const TIMED_OUT = /timed out/i;
/**
 * The check of the number, which comes first, found no connection: then the message is a plain text. Errors after the
 * message was passed on have the same words in a list.
 */
const NOT_CONNECTED = /^connection closed$|\breading 'onWhatsApp'/i;
const NO_INSTANCE = 'instance does not exist';
const KEY_REFUSED = 'the gateway refused the apikey';

export function readEvolutionSend(answer: Answer): DriverOutcome {
  const { status } = answer;
  const body = jsonObject(answer.body);
  if (isSuccess(status)) return handedOn(body, status);
  const { texts, isNoNumber } = messageOf(answer);
  const reason = `${status}: ${texts.join(', ')}`;
  switch (status) {
    case 400:
      if (isNoNumber) return NOT_ON_WHATSAPP;
      if (texts.length > 0 && texts.every(isSchemaFault))
        return refusedForGood(reason, texts.every(isNumberFault) ? 'not_on_whatsapp' : undefined);
      break;
    case 401:
      return refusedHere(KEY_REFUSED, 'unusable');
    case 404:
      if (texts.some((text) => text.includes(NO_INSTANCE))) return refusedHere(reason, 'unusable');
      break;
    case 500:
      if (isBeforeSending(body)) return refusedHere(reason, 'unreachable');
      break;
    case 503:
      if (body['code'] === 'LICENSE_REQUIRED')
        return refusedHere('503: the gateway has no licence', 'unusable');
  }
  const failureReason = TIMED_OUT.test(reason) ? 'gateway_timeout' : 'gateway_fault';
  return { kind: 'unknown', reason: `the gateway answered ${reason}`, failureReason };
}

/** Its WhatsApp library has the message, where it may have failed already. */
function handedOn(body: Record<string, unknown>, status: number): DriverOutcome {
  const { id } = membersOf(body['key']);
  if (!isMessageId(id))
    return { kind: 'unknown', reason: `the gateway answered ${status} without a message id` };
  return body['status'] === 'ERROR'
    ? { kind: 'unknown', id, reason: 'the gateway reported an error' }
    : { kind: 'accepted', id };
}

function isBeforeSending(body: Record<string, unknown>): boolean {
  const { message } = membersOf(body['response']);
  return typeof message === 'string' && NOT_CONNECTED.test(message);
}

/** The schema's message about the number only. */
const isNumberFault = (text: string) => text === 'Invalid format';
const isSchemaFault = (text: string) => SCHEMA_WORDS.test(text) && !EXCEPTION.test(text);

/** Whether the phone's connection was closed, before or after the message left. Only the state can tell which. */
export function saysClosed(answer: Answer): boolean {
  return answer.status === 400 && messageOf(answer).texts.some((text) => CLOSED.test(text));
}

/** The body is a list with the one number. */
export function readEvolutionCheck({ status, body }: Answer): NumberCheck {
  const [found] = [jsonIn(body)].flat();
  const { exists } = membersOf(found);
  if (!isSuccess(status) || typeof exists !== 'boolean') return 'unknown';
  return exists ? 'registered' : 'unregistered';
}

/** The connection state in a response. */
export function stateIn({ status, body }: Answer): string | undefined {
  const { state } = membersOf(jsonObject(body)['instance']);
  return isSuccess(status) && typeof state === 'string' ? state : undefined;
}

export function readEvolutionHealth(answer: Answer): Health {
  const state = stateIn(answer);
  if (state !== undefined) return healthOfState(state);
  const { texts } = messageOf(answer);
  const detail = `the gateway answered ${answer.status}: ${texts.join(', ')}`;
  if (answer.status === 401) return { connection: 'disconnected', detail: KEY_REFUSED, fault: 'unusable' };
  if (answer.status === 404 && texts.some((text) => text.includes(NO_INSTANCE)))
    return { connection: 'disconnected', detail, fault: 'unusable' };
  return { connection: 'unclear', detail };
}

/** The body is a list with the one instance. */
export function readEvolutionNumber({ status, body }: Answer): string | undefined {
  const [instance] = [jsonIn(body)].flat();
  return isSuccess(status) ? (phoneInIds(membersOf(instance)['ownerJid']) ?? undefined) : undefined;
}

export function readEvolutionMissing({ status, body }: Answer): string | null | undefined {
  const { enabled, events } = jsonObject(body);
  if (!isSuccess(status) || enabled !== true || !Array.isArray(events)) return undefined;
  return events.includes(RECEIVED) ? null : RECEIVED;
}

const RECEIVED = 'MESSAGES_UPSERT';

/** The state of a connected instance, otherwise its QR code: in the body or under `qrcode`. */
export function readEvolutionPairing(answer: Answer): Pairing {
  if (!isSuccess(answer.status)) return pairingAt(readEvolutionHealth(answer));
  if (stateIn(answer) === 'open') return CONNECTED;
  const body = jsonObject(answer.body);
  const picture = body['base64'] ?? membersOf(body['qrcode'])['base64'];
  if (picture !== undefined) return readBase64(picture);
  const { message } = body;
  return pairingUnavailable(typeof message === 'string' ? message : 'the gateway has no QR code yet');
}

/** `refused`: its QR code was shown the maximum number of times and not scanned. */
const NOT_OPEN: readonly string[] = ['connecting', 'close', 'refused'];

/** Only `open` can send; one that waits for its QR code stays `connecting`. */
export function healthOfState(state: string): Health {
  if (state === 'open') return { connection: 'connected', detail: null };
  return NOT_OPEN.includes(state)
    ? { connection: 'disconnected', detail: `state ${state}` }
    : { connection: 'unclear', detail: 'unknown state' };
}

/** `response.message` is a text, or an array (of arrays) of texts or of objects. */
function messageOf({ body }: Answer): { texts: string[]; isNoNumber: boolean } {
  const { message } = membersOf(jsonObject(body)['response']);
  const parts = [message].flat(2);
  return {
    texts: parts.filter((part) => typeof part === 'string'),
    isNoNumber: parts.length > 0 && parts.every((part) => membersOf(part)['exists'] === false),
  };
}
