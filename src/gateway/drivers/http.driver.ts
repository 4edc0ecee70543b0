import { callbackObject } from '../../platform/http/index.js';
import { isAuthentic, isSigned } from '../../platform/security/standard-webhook.rules.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import { scrub } from '../../platform/text/scrub.js';
import type {
  CallbackEvent,
  DeliveryStatus,
  DeviceFault,
  DriverOutcome,
  GatewayDriver,
  Health,
  InboundText,
  LookupResult,
  ParsedCallback,
} from '../driver.js';
import { capableOf } from '../driver-info.js';
import { reasonGiven } from '../failure-reasons.js';
import { inboundIn, isPhoneDigits, NOTHING, textsOnly, withNumber } from './callbacks.rules.js';
import {
  type Answer,
  callbackInvalid,
  GatewayApi,
  healthOf,
  isMessageId,
  isSuccess,
  jsonObject,
  lookupOf,
  outcomeOf,
  referenceIn,
} from './responses.js';

const api = new GatewayApi(({ token }) => ({ authorization: `Bearer ${token.reveal()}` }));

/** The native protocol (docs/gateways.md), with callbacks signed as Standard Webhooks. */
export const httpDriver = {
  info: {
    title: 'Protokol native',
    experimental: false,
    account: 'none',
    token: 'Token device di gateway, dikirim sebagai Bearer',
    settings: [],
    capabilities: capableOf('lookup', 'signedCallbacks', 'reportsDelivery', 'inbound'),
  },

  async send(device, { reference, phone, text }, signal) {
    const json = { to: phone.reveal(), text: text.reveal(), reference };
    const headers = { 'idempotency-key': reference };
    return outcomeOf(await api.call(device, signal, '/messages', { json, headers }), device, readHttpSend);
  },

  async lookup(device, reference, signal) {
    const path = `/messages/${encodeURIComponent(reference)}`;
    return lookupOf(await api.call(device, signal, path), device, readLookup);
  },

  async health(device, signal) {
    return healthOf(await api.call(device, signal, '/status'), device, readHttpHealth);
  },

  verifyCallback(delivery, { secrets, acceptsUnsigned }) {
    return (
      (acceptsUnsigned && !isSigned(delivery)) ||
      isAuthentic(delivery, secrets, delivery.receivedAt, delivery.toleranceSeconds)
    );
  },

  parseCallback: ({ rawBody }) => readEvents(rawBody),
} satisfies GatewayDriver;

/** Other events are ignored (docs/gateways.md). Fails with `malformed_json` or `callback_invalid`. */
export function readEvents(rawBody: Buffer): ParsedCallback {
  const { event, payload } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  switch (event) {
    case 'message.status':
      return { statuses: readStatus(membersIn(payload)) };
    case 'message.inbound':
      return textsOnly(readInbound(membersIn(payload)));
    default:
      return NOTHING;
  }
}

function membersIn(payload: unknown): Record<string, unknown> {
  if (typeof payload !== 'object' || payload === null) throw callbackInvalid('payload');
  return payload as Record<string, unknown>;
}

/** `from` is null if the gateway does not know the phone. */
function readInbound({ id, from, text }: Record<string, unknown>): InboundText[] {
  if (!isMessageId(id)) throw callbackInvalid('payload.id');
  const sender = from ?? null;
  if (sender !== null && !isPhoneDigits(sender)) throw callbackInvalid('payload.from');
  return inboundIn(text, sender);
}

function readStatus({ id, status, error, reason, reference }: Record<string, unknown>): CallbackEvent[] {
  if (!isMessageId(id)) throw callbackInvalid('payload.id');
  if (!isDeliveryStatus(status)) throw callbackInvalid('payload.status');
  if (typeof error !== 'string' && error !== null && error !== undefined)
    throw callbackInvalid('payload.error');
  const failure = { error: error ? scrub(error) : null, failureReason: failureIn(status, reason, error) };
  return [{ gatewayMessageId: id, reference: referenceIn(reference), status, ...failure }];
}

/** Responses by status and body (docs/gateways.md). Texts are not scrubbed yet. */

const BUSY = [429, 503];
const WRONG_TOKEN = [401, 403];

/** An id means accepted, a readable error means refused. Anything else is unknown. */
export function readHttpSend({ status, body }: Answer): DriverOutcome {
  const answer = jsonObject(body);
  if (isSuccess(status) && isMessageId(answer['id'])) return { kind: 'accepted', id: answer['id'] };
  const reason = errorOf(answer);
  if (reason !== undefined)
    return {
      kind: 'refused',
      reason,
      retryElsewhere: true,
      fault: faultOf(status),
      failureReason: reasonGiven(answer['reason'], reason),
    };
  const lacks = isSuccess(status) ? 'a message id' : 'a readable error';
  return { kind: 'unknown', reason: `the gateway answered ${status} without ${lacks}` };
}

export function readLookup({ status, body }: Answer): LookupResult {
  if (status === 404) return { kind: 'never_accepted' };
  const { id, status: reached, error: given, reason } = jsonObject(body);
  const error = typeof given === 'string' ? given : null;
  if (isSuccess(status) && isMessageId(id) && isDeliveryStatus(reached))
    return { kind: 'found', id, status: reached, error, failureReason: failureIn(reached, reason, error) };
  return { kind: 'unknown', reason: `the gateway answered the look-up ${status} without a status` };
}

export function readHttpHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const { connected, number } = answer;
  if (isSuccess(status) && typeof connected === 'boolean')
    return withNumber({ connection: connected ? 'connected' : 'disconnected', detail: null }, number);
  const words = errorOf(answer) ?? 'no readable status';
  return { connection: 'unclear', detail: `the gateway answered ${status}: ${words}` };
}

/** Null unless the message failed. */
function failureIn(
  status: DeliveryStatus,
  reason: unknown,
  error: string | null | undefined,
): FailureReason | null {
  return status === 'failed' ? (reasonGiven(reason, error ?? '') ?? 'unknown') : null;
}

function isDeliveryStatus(value: unknown): value is DeliveryStatus {
  return value === 'sent' || value === 'delivered' || value === 'failed';
}

function errorOf(answer: Record<string, unknown>): string | undefined {
  const { error } = answer;
  return typeof error === 'string' && error.trim() !== '' ? error : undefined;
}

function faultOf(status: number): DeviceFault | undefined {
  if (BUSY.includes(status)) return 'busy';
  return WRONG_TOKEN.includes(status) ? 'unusable' : undefined;
}
