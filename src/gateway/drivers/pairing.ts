import { cleanPng } from '../../platform/pictures/png.rules.js';
import { Secret } from '../../platform/text/secret.js';
import type { DeviceAccess, Health, Pairing } from '../driver.js';
import type { GatewayResponse } from '../gateway-http.js';
import { type Answer, isSuccess, safeWords } from './responses.js';

const PNG_BYTES_MAX = 262_144;
const DATA_URL_START = 'data:image/png;base64,';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Base64 picture with JSON around it. */
const ANSWER_BYTES_MAX = 393_216;

export const pairingUnavailable = (detail: string): Pairing => ({ state: 'unavailable', detail });

/** For a JSON response that contains a picture. */
export const PAIRING = { answerBytesMax: ANSWER_BYTES_MAX };

/** For a response that is a picture. */
export const PICTURE = { headers: { accept: 'image/png' }, answerBytesMax: PNG_BYTES_MAX, isBinary: true };

/** Reads the response to a linking request; details are scrubbed. */
export function pairingOf(
  answer: GatewayResponse,
  device: DeviceAccess,
  read: (answer: Answer) => Pairing,
): Pairing {
  if (answer.kind !== 'answer') return pairingUnavailable(answer.reason);
  const pairing = read(answer);
  return pairing.state === 'unavailable' ? pairingUnavailable(safeWords(pairing.detail, device)) : pairing;
}

/** The linking state of a device without a QR code. */
export function pairingAt({ connection, detail }: Health): Pairing {
  return connection === 'connected'
    ? { state: 'connected' }
    : pairingUnavailable(detail ?? 'the phone is not connected');
}

export function readPicture({ status, body }: Answer, expiresSeconds: number | null): Pairing {
  return isSuccess(status)
    ? scanOf(Buffer.from(body, 'latin1'), expiresSeconds)
    : pairingUnavailable(`the gateway answered ${status} when asked for the QR code`);
}

export function readBase64(given: unknown): Pairing {
  const text =
    typeof given === 'string' && given.startsWith(DATA_URL_START)
      ? given.slice(DATA_URL_START.length)
      : given;
  const isBase64 = typeof text === 'string' && BASE64.test(text);
  return scanOf(isBase64 ? Buffer.from(text, 'base64') : Buffer.alloc(0), null);
}

function scanOf(picture: Buffer, expiresSeconds: number | null): Pairing {
  const clean = picture.length > PNG_BYTES_MAX ? undefined : cleanPng(picture);
  if (!clean) return pairingUnavailable('the gateway gave no readable QR code');
  return { state: 'scan', qrPng: new Secret(clean.toString('base64')), expiresSeconds };
}
