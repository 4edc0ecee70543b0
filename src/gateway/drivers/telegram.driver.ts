import { createHash } from 'node:crypto';
import { callbackObject } from '../../platform/http/index.js';
import type {
  CallbackEvent,
  DeviceAccess,
  DriverOutcome,
  GatewayDriver,
  Health,
  OutgoingMessage,
} from '../driver.js';
import { capableOf } from '../driver-info.js';
import type { GatewayResponse } from '../gateway-http.js';
import { amountText, FREE } from '../reported-cost.rules.js';
import { isHmacHex, NO_FAILURE, timeOfCallback } from './callbacks.rules.js';
import {
  type Answer,
  callbackInvalid,
  GatewayApi,
  healthOf,
  isMessageId,
  jsonObject,
  membersOf,
  outcomeOf,
  referenceIn,
  refusedForGood,
  refusedHere,
} from './responses.js';

const SIGNATURE = 'x-request-signature';
const TIMESTAMP = 'x-request-timestamp';

/** The codes that Telegram accepts. */
const CODE = /^\d{4,8}$/;
const CALLBACK_URL_BYTES_MAX = 256;

const api = new GatewayApi(({ token }) => ({ authorization: `Bearer ${token.reveal()}` }));

/** Telegram sends codes in its own text. A message that is not delivered within `ttl` is deleted and refunded. */
export const telegramDriver = {
  info: {
    title: 'Telegram Gateway',
    experimental: false,
    channel: 'telegram',
    account: 'none',
    probeFloorSeconds: 300,
    token: 'API token dari akun Telegram Gateway',
    settings: [
      {
        name: 'ttl',
        description: 'Masa berlaku pesan dalam detik; yang belum sampai dihapus dan biayanya dikembalikan',
        example: '300',
        pattern: /^(?:[3-9]\d|[1-9]\d{2}|[12]\d{3}|3[0-5]\d{2}|3600)$/,
        default: '300',
      },
      {
        name: 'check_first',
        description: 'on: tanyakan dulu apakah nomor punya Telegram; Telegram menagih jawaban yang positif',
        example: 'off',
        pattern: /^(on|off)$/,
        default: 'off',
      },
      {
        name: 'sender_username',
        description: 'Channel Telegram terverifikasi milik Anda yang menjadi pengirim; kosong: Telegram',
        example: 'tokobudi',
        pattern: /^(?:[A-Za-z]\w{3,31})?$/,
        default: '',
      },
    ],
    signsWithToken: true,
    capabilities: capableOf('ownText', 'signedCallbacks', 'reportsDelivery'),
  },

  async send(device, message, signal) {
    if (!CODE.test(message.code.reveal())) return refusedForGood('Telegram takes codes of 4 to 8 digits');
    const phone = { phone_number: `+${message.phone.reveal()}` };
    const isChecked = device.settings['check_first'] === 'on';
    const check = isChecked && (await api.call(device, signal, '/checkSendAbility', { json: phone }));
    const checked = check && readCheck(check, device);
    if (checked && 'kind' in checked) return checked;
    const json = { ...phone, ...checked, ...contentOf(device, message) };
    const answer = await api.call(device, signal, '/sendVerificationMessage', { json });
    return outcomeOf(answer, device, readTelegramSend);
  },

  /** The cheapest proof of the token: asks for the status of a request that does not exist. */
  async health(device, signal) {
    const json = { request_id: '0' };
    const answer = await api.call(device, signal, '/checkVerificationStatus', { json });
    return healthOf(answer, device, readTelegramHealth);
  },

  /** The key is the hash of the token; the signature covers the timestamp and the body. */
  verifyCallback(callback, { secrets, acceptsUnsigned }) {
    const given = callback.headers[SIGNATURE];
    if (given === undefined) return acceptsUnsigned;
    const time = timeOfCallback(callback.headers[TIMESTAMP], callback);
    const signed = Buffer.concat([Buffer.from(`${time ?? ''}\n`), callback.rawBody]);
    const keys = secrets.map((token) => createHash('sha256').update(token).digest());
    return time !== undefined && isHmacHex(given, 'sha256', signed, keys);
  },

  parseCallback({ rawBody }) {
    return { statuses: readTelegramReport(rawBody) };
  },
} satisfies GatewayDriver;

function contentOf({ settings, callbackUrl }: DeviceAccess, { code, reference }: OutgoingMessage) {
  const { ttl, sender_username: sender } = settings;
  const isTaken =
    callbackUrl.startsWith('https:') && Buffer.byteLength(callbackUrl) <= CALLBACK_URL_BYTES_MAX;
  return {
    code: code.reveal(),
    ttl: Number(ttl),
    payload: reference,
    ...(isTaken && { callback_url: callbackUrl }),
    ...(sender && { sender_username: sender }),
  };
}

/** Responses: `{ok: true, result}` or `{ok: false, error}`. Texts are not scrubbed yet. */

/** Errors of the account. */
const UNUSABLE = /^(?:ACCESS_TOKEN_|BALANCE_NOT_ENOUGH|SENDER_)/;
/** The phone is not on Telegram, or is no phone. */
const NO_RECIPIENT = /^PHONE_NUMBER_/;
/** A message was sent with this request id already. */
const SENT_BEFORE = 'MESSAGE_ALREADY_SENT';

function readTelegramSend({ status, body }: Answer): DriverOutcome {
  const answer = jsonObject(body);
  const result = membersOf(answer['result']);
  const { request_id: id } = result;
  if (status === 200 && answer['ok'] === true && isMessageId(id))
    return { kind: 'accepted', id, ...costIn(result) };
  const error = errorIn(answer);
  if (error === undefined || error === SENT_BEFORE || status >= 500)
    return { kind: 'unknown', reason: `the gateway answered ${status}: ${error ?? 'no error'}` };
  return refusalOf(error);
}

/** Telegram reports costs in US dollars. */
function costIn({ request_cost: amount, is_refunded: isRefunded }: Record<string, unknown>) {
  const cost = isRefunded === true ? FREE : amountText('USD', amount);
  return cost === undefined ? {} : { cost };
}

function refusalOf(error: string): DriverOutcome {
  if (UNUSABLE.test(error)) return refusedHere(error, 'unusable');
  if (error.startsWith('FLOOD_WAIT')) return refusedHere(error, 'busy');
  if (NO_RECIPIENT.test(error)) return { ...refusedForGood(error, 'unknown'), isOfRecipient: true };
  return refusedForGood(error);
}

/** Returns the request id of a check, which makes the send free, or the refusal. A check sends nothing. */
function readCheck(answer: GatewayResponse, device: DeviceAccess): { request_id: string } | DriverOutcome {
  if (answer.kind === 'cut')
    return refusedHere(`no answer to checkSendAbility: ${answer.reason}`, 'unreachable');
  const outcome = outcomeOf(answer, device, readTelegramSend);
  if (outcome.kind === 'accepted') return { request_id: outcome.id };
  return outcome.kind === 'refused' ? outcome : refusedHere(outcome.reason, 'unreachable');
}

function readTelegramHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const error = errorIn(answer);
  if (error?.startsWith('ACCESS_TOKEN_'))
    return { connection: 'disconnected', detail: error, fault: 'unusable' };
  const isKnown = answer['ok'] === true || error?.startsWith('REQUEST_ID_');
  if (status < 500 && isKnown) return { connection: 'connected', detail: null };
  return { connection: 'unclear', detail: `the gateway answered ${status}: ${error ?? 'no error'}` };
}

function errorIn(answer: Record<string, unknown>): string | undefined {
  const { ok, error } = answer;
  return ok === false && typeof error === 'string' && /^[A-Z][A-Z0-9_]{1,80}$/.test(error)
    ? error
    : undefined;
}

const STATUSES: Readonly<Record<string, Pick<CallbackEvent, 'status' | 'error' | 'failureReason' | 'cost'>>> =
  {
    sent: { status: 'sent', ...NO_FAILURE },
    delivered: { status: 'delivered', ...NO_FAILURE },
    read: { status: 'delivered', ...NO_FAILURE },
    // Telegram refunds messages that it did not deliver in time.
    expired: {
      status: 'failed',
      error: 'Telegram did not deliver it in time',
      failureReason: 'expired',
      cost: FREE,
    },
    // A message that has arrived is never revoked.
    revoked: { status: 'failed', error: 'the message was revoked', failureReason: 'unknown' },
  };

/** Fails with `malformed_json` or `callback_invalid`. */
function readTelegramReport(rawBody: Buffer): CallbackEvent[] {
  const report = callbackObject(rawBody);
  const { request_id: id, delivery_status: delivery, payload } = report;
  if (!isMessageId(id)) throw callbackInvalid('request_id');
  const word = membersOf(delivery)['status'];
  const status = typeof word === 'string' && Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  return status
    ? [{ gatewayMessageId: id, reference: referenceIn(payload), ...costIn(report), ...status }]
    : [];
}
