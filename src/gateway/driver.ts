import type { IncomingHttpHeaders } from 'node:http';
import type { Phone } from '../common/phone.js';
import type { Secret } from '../common/secret.js';

/** What came of handing a message to a gateway. Reasons are scrubbed. */
export type SendOutcome =
  | { kind: 'accepted'; id: string }
  /** Provably not sent. */
  | { kind: 'refused'; reason: string; retryElsewhere: boolean }
  | { kind: 'unknown'; reason: string };

/**
 * What a failure says of the device, beside what it says of the message: `busy` passes by itself, `unreachable` may,
 * `unusable` (wrong token, restricted account) takes an administrator.
 */
export type DeviceFault = 'busy' | 'unreachable' | 'unusable';

export type DriverOutcome = SendOutcome & { fault?: DeviceFault };

export interface OutgoingMessage {
  /** Unique and ours: the idempotency key, and the key of a later look-up. */
  reference: string;
  phone: Phone;
  text: Secret;
}

/** A device as its driver needs it. */
export interface DeviceAccess {
  /** Without a slash at its end. */
  baseUrl: string;
  token: Secret;
}

export type DeliveryStatus = 'sent' | 'delivered' | 'failed';

export type LookupResult =
  | { kind: 'found'; id: string; status: DeliveryStatus; error: string | null }
  /** Provably not sent. */
  | { kind: 'never_accepted' }
  | { kind: 'unknown'; reason: string };

/**
 * `unreachable`: no connection could be made; `unclear`: there is something there, but it does not say. Only
 * `disconnected` is the gateway's own word for a device that cannot send.
 */
export interface Health {
  verdict: 'connected' | 'disconnected' | 'unreachable' | 'unclear';
  detail: string | null;
}

/** A status that a gateway reported; `error` is scrubbed. */
export interface CallbackEvent {
  gatewayMessageId: string;
  /** Our own reference, where the gateway echoes it. */
  reference: string | null;
  status: DeliveryStatus;
  error: string | null;
}

export type CallbackHeaders = Readonly<IncomingHttpHeaders>;

/** A callback as it came: the signature covers the bytes, so nothing has parsed them. */
export interface CallbackDelivery {
  headers: CallbackHeaders;
  rawBody: Buffer;
}

export interface CallbackKeys {
  /** Any of them may have signed: there are two while a secret is changed. */
  secrets: readonly string[];
  /** Whether a callback without any signature is taken. */
  acceptsUnsigned: boolean;
}

/**
 * Speaks one gateway's protocol. A driver never throws for what a gateway does, ends when the signal says so, and is
 * the one place that reveals phones, texts and tokens.
 */
export interface GatewayDriver {
  send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome>;

  /** What became of a message whose answer was lost; absent where the gateway has no such look-up. */
  lookup?(device: DeviceAccess, reference: string, signal: AbortSignal): Promise<LookupResult>;

  health(device: DeviceAccess, signal: AbortSignal): Promise<Health>;

  /**
   * Verifies a callback and reads it: none, one or several events. Fails with `signature_invalid`,
   * `malformed_json` or `callback_invalid`.
   */
  parseCallback(delivery: CallbackDelivery, keys: CallbackKeys): CallbackEvent[];
}
