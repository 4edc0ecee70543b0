import { createHmac } from 'node:crypto';
import { isSameText } from '../../platform/security/hashing.js';
import { hasInboundToken } from '../../platform/text/inbound-text.rules.js';
import { Secret } from '../../platform/text/secret.js';
import type {
  CallbackDevice,
  CallbackEvent,
  CallbackKeys,
  CallbackRequest,
  DeliveryStatus,
  Health,
  InboundText,
  ParsedCallback,
  ReceivedCallback,
} from '../driver.js';
import type { SettingSpec } from '../driver-info.js';

/** Shared by drivers: proofs of callbacks, delivery reports, and texts of users. */

/** Whether `given` is the hex HMAC of the body by one of `secrets`. */
export function isHmacHex(
  given: string | string[] | undefined,
  algorithm: 'sha256' | 'sha512',
  rawBody: Buffer,
  secrets: readonly (string | Buffer)[],
): boolean {
  if (typeof given !== 'string') return false;
  return secrets.some((secret) =>
    isSameText(given.toLowerCase(), createHmac(algorithm, secret).update(rawBody).digest('hex')),
  );
}

const SCHEME = 'sha256=';

/** Checks a header `sha256=<hex>` over the body. Without the header, `acceptsUnsigned` decides. */
export const signedIn =
  (header: string) =>
  ({ headers, rawBody }: CallbackRequest, { secrets, acceptsUnsigned }: CallbackKeys): boolean => {
    const given = headers[header];
    if (given === undefined) return acceptsUnsigned;
    if (typeof given !== 'string' || !given.startsWith(SCHEME)) return false;
    return isHmacHex(given.slice(SCHEME.length), 'sha256', rawBody, secrets);
  };

/** The signature of Meta, which GOWA copies. */
export const isHubSigned = signedIn('x-hub-signature-256');

/** The time of a callback or report in Unix seconds, as it was written; `undefined`: none, or too far from now. */
export function timeOfCallback(
  given: unknown,
  { receivedAt, toleranceSeconds }: Pick<ReceivedCallback, 'receivedAt' | 'toleranceSeconds'>,
): string | undefined {
  if (typeof given !== 'string' || !/^\d{1,12}$/.test(given)) return undefined;
  const awayMs = Math.abs(receivedAt.getTime() - Number(given) * 1000);
  return awayMs <= toleranceSeconds * 1000 ? given : undefined;
}

/** For gateways that do not sign: whether the callback has the secret key of the device's address. */
export function hasUrlKey(
  { query }: Pick<CallbackRequest, 'query'>,
  { urlKeys }: Pick<CallbackKeys, 'urlKeys'>,
): boolean {
  const given = query['key'];
  return given !== undefined && urlKeys.some((key) => isSameText(given, key));
}

export const NOTHING: ParsedCallback = { statuses: [] };

export const NO_FAILURE = { error: null, failureReason: null };

type Failure = Pick<CallbackEvent, 'error' | 'failureReason'>;

/** The failure for gateways that never report a reason. */
const UNEXPLAINED: Failure = { error: 'the gateway reported an error', failureReason: 'unknown' };

/** The report of a message. `failure` is used only if the status is `failed`. */
export const callbackEventOf = (
  gatewayMessageId: string,
  status: DeliveryStatus,
  failure = UNEXPLAINED,
  reference: string | null = null,
): CallbackEvent => ({
  gatewayMessageId,
  reference,
  status,
  ...(status === 'failed' ? failure : NO_FAILURE),
});

/** Strongest first: a callback may have two words, and a word may be in two lists. */
const STRONGEST_FIRST: readonly DeliveryStatus[] = ['delivered', 'failed', 'sent'];

/** Settings with a gateway's words for our statuses, if its documents are not reliable: lower case, comma-separated. */
export function statusSettings(usual: Readonly<Record<DeliveryStatus, string>>): SettingSpec[] {
  return STRONGEST_FIRST.map((status) => ({
    name: nameOf(status),
    description: `Kata status gateway yang berarti ${status}, dipisah koma`,
    example: usual[status],
    pattern: /^[a-z _-]{0,40}(?:,[a-z _-]{1,40}){0,9}$/,
    default: usual[status],
  }));
}

/** `undefined`: no known word. */
export function statusOf(
  words: readonly unknown[],
  { settings }: CallbackDevice,
): DeliveryStatus | undefined {
  const said = words.filter((word) => typeof word === 'string').map((word) => word.trim().toLowerCase());
  return STRONGEST_FIRST.find((status) => {
    const known = (settings[nameOf(status)] ?? '').split(',').map((word) => word.trim());
    return said.some((word) => word !== '' && known.includes(word));
  });
}

const nameOf = (status: DeliveryStatus) => `status_${status}`;

const DIGITS = /^\d{5,15}$/;
/** A phone number in WhatsApp's form; a linked device has a suffix. LIDs and groups have other hosts. */
const PHONE_JID = /^(\d{5,15})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/;

/** The phone in the first of these ids that has one; null: none has. */
export function phoneInIds(...ids: unknown[]): string | null {
  for (const id of ids) {
    const [, phone] = (typeof id === 'string' && PHONE_JID.exec(id)) || [];
    if (phone) return phone;
  }
  return null;
}

export const isPhoneDigits = (value: unknown): value is string =>
  typeof value === 'string' && DIGITS.test(value);

/** Adds the digits of the linked phone, if they are a phone number. */
export const withNumber = <T extends Health>(health: T, digits: unknown): T =>
  health.connection === 'connected' && isPhoneDigits(digits) ? { ...health, number: digits } : health;

export const isGroupId = (id: unknown): boolean =>
  typeof id === 'string' && /@(?:g\.us|broadcast|newsletter)$/.test(id);

/** The text as an inbound message; empty unless it has the form of a verification token. */
export function inboundIn(text: unknown, sender: string | null): InboundText[] {
  return hasInboundToken(text)
    ? [{ text: new Secret(text), sender: sender === null ? null : new Secret(sender) }]
    : [];
}

export const textsOnly = (inbound: InboundText[]): ParsedCallback =>
  inbound.length > 0 ? { statuses: [], inbound } : NOTHING;
