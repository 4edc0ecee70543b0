import type { DeviceFault, DriverOutcome, Health, NumberCheck, Pairing } from '../../driver.js';
import { CONNECTED, pairingUnavailable } from '../pairing.js';
import { type Answer, isMessageId, jsonObject, membersOf, refusedForGood, refusedHere } from '../reading.js';

/** GOWA's answers, by status and `code`. Texts are the gateway's, not yet scrubbed. */

const INVALID_JID = '400 INVALID_JID';
/** Its own 45 seconds for WhatsApp are over. */
const TIMEOUT = '504 GATEWAY_TIMEOUT';
/** A logged-out device has a code, a wrong password has none. */
const WRONG_PASSWORD = '401';
const PASSWORD_REFUSED = 'the gateway refused user or password';

/** Refusals for the device's sake: nothing was sent. */
const DEVICE_FAULTS: Readonly<Record<string, DeviceFault>> = {
  '400 DEVICE_ID_REQUIRED': 'unusable',
  '404 DEVICE_NOT_FOUND': 'unusable',
  '401 AUTHENTICATION_ERROR': 'unreachable',
  '500 INVALID_WA_CLI': 'unreachable',
  '429 WA_REACHOUT_TIMELOCK': 'restricted',
  '503 DEVICE_MANAGER_UNAVAILABLE': 'busy',
};

/** Of a request's fields it names the one at fault. */
const NUMBER_FAULT = /\bphone\b/i;

/** Of a device that has no client yet, under the code of everything that breaks: it comes before the number is looked at. */
const NO_CLIENT = 'Whatsapp client is not initialized';

/** It answers only once WhatsApp's server has the message. */
export function readGowaSend(answer: Answer): DriverOutcome {
  const { code, message, results } = jsonObject(answer.body);
  const id = membersOf(results)['message_id'];
  if (answer.status === 200 && code === 'SUCCESS' && isMessageId(id)) return { kind: 'accepted', id };
  const key = keyOf(answer);
  const reason = `${key}: ${String(message)}`;
  if (key === '400 VALIDATION_ERROR')
    return refusedForGood(reason, NUMBER_FAULT.test(reason) ? 'not_on_whatsapp' : undefined);
  // Another device may do better: it says the same when its own look-up fails.
  if (key === INVALID_JID) return { kind: 'refused', reason, retryElsewhere: true, failureReason: 'unknown' };
  const fault = message === NO_CLIENT ? 'unreachable' : DEVICE_FAULTS[key];
  if (fault) return refusedHere(reason, fault);
  if (key === WRONG_PASSWORD) return refusedHere(PASSWORD_REFUSED, 'unusable');
  const failureReason = key === TIMEOUT ? 'gateway_timeout' : 'gateway_fault';
  return { kind: 'unknown', reason: `the gateway answered ${key}`, failureReason };
}

/** Whether it said that a number is not on WhatsApp, which is worth asking once more. */
export function saysNoNumber(answer: Answer): boolean {
  return keyOf(answer) === INVALID_JID;
}

export function readGowaCheck({ status, body }: Answer): NumberCheck {
  const isThere = membersOf(jsonObject(body)['results'])['is_on_whatsapp'];
  if (status !== 200 || typeof isThere !== 'boolean') return 'unknown';
  return isThere ? 'registered' : 'unregistered';
}

export function readGowaHealth(answer: Answer): Health {
  const results = membersOf(jsonObject(answer.body)['results']);
  const { is_connected: isConnected, is_logged_in: isLoggedIn } = results;
  const key = keyOf(answer);
  if (key === '404 DEVICE_NOT_FOUND')
    return { verdict: 'disconnected', detail: 'no such device', fault: 'unusable' };
  if (key === WRONG_PASSWORD) return { verdict: 'disconnected', detail: PASSWORD_REFUSED, fault: 'unusable' };
  if (answer.status !== 200 || typeof isConnected !== 'boolean' || typeof isLoggedIn !== 'boolean')
    return { verdict: 'unclear', detail: `the gateway answered ${key}` };
  if (!isLoggedIn) return { verdict: 'disconnected', detail: 'logged out' };
  return { verdict: isConnected ? 'connected' : 'disconnected', detail: null };
}

/** Where the picture of a QR code is, below the gateway's own address. */
export interface QrLink {
  path: string;
  expiresSeconds: number | null;
}

/**
 * Of a login that began. The gateway writes its address as it sees itself, behind whatever proxy: only the path
 * counts, so that nobody but the device's own gateway is ever asked.
 */
export function qrLinkIn({ status, body }: Answer): QrLink | undefined {
  const { qr_link: link, qr_duration: seconds } = membersOf(jsonObject(body)['results']);
  if (status !== 200 || typeof link !== 'string' || link.length > LINK_MAX) return undefined;
  const path = PICTURE.exec(link)?.[0];
  const isDuration = Number.isInteger(seconds) && Number(seconds) > 0;
  return path === undefined ? undefined : { path, expiresSeconds: isDuration ? Number(seconds) : null };
}

const LINK_MAX = 500;
const PICTURE = /\/statics(?:\/[\w-]+){1,6}\.png$/;

/** Of a login that gave no QR code. */
export function readNoLogin(answer: Answer): Pairing {
  const key = keyOf(answer);
  if (key === '400 ALREADY_LOGGED_IN') return CONNECTED;
  const { message } = jsonObject(answer.body);
  return pairingUnavailable(
    `the gateway answered ${key}: ${typeof message === 'string' ? message : 'no QR code'}`,
  );
}

/** `400 INVALID_JID`, or the status alone where there is no code. */
function keyOf({ status, body }: Answer): string {
  const { code } = jsonObject(body);
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}
