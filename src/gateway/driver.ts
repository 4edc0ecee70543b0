import type { IncomingHttpHeaders } from 'node:http';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { Language } from '../platform/text/message-template.rules.js';
import type { Phone } from '../platform/text/phone.rules.js';
import type { Secret } from '../platform/text/secret.js';
import type { GatewayHttp } from './gateway-http.js';

interface Accepted {
  kind: 'accepted';
  id: string;
}

/** Reasons are the gateway's words, scrubbed. */
type NotAccepted =
  /** Provably not sent; `retryElsewhere` where another device may do better: the trouble is not the message's own. */
  | { kind: 'refused'; reason: string; retryElsewhere: boolean }
  /** `id`: the message's, where it was fixed before the call; a callback finds it by that. */
  | { kind: 'unknown'; reason: string; id?: string };

/** What came of handing a message to a gateway. Whatever nobody recognises is `unknown`. */
export type SendOutcome = Accepted | (NotAccepted & { failureReason: FailureReason });

/**
 * What a failure says of the device, beside what it says of the message: `busy` passes by itself, `unreachable` may,
 * `disconnected` (the gateway's own word for the phone's state) holds until the device is seen connected, `restricted`
 * (WhatsApp holds the account back) ends at its time, `unusable` (wrong token, blocked account, no template) takes an
 * administrator.
 */
export type DeviceFault = 'busy' | 'unreachable' | 'disconnected' | 'restricted' | 'unusable';

export type DriverOutcome = (Accepted | NotAccepted) & {
  /** Where it is not what the fault says, or `gateway_fault` without one. */
  failureReason?: FailureReason;
  fault?: DeviceFault;
  /** When a `restricted` device may send again, where the gateway says so. */
  restrictedUntil?: Date;
};

export interface OutgoingMessage {
  /** Unique and ours: the idempotency key, and the key of a later look-up. */
  reference: string;
  phone: Phone;
  /** For gateways that write the text themselves, around a copy-code button. */
  code: Secret;
  /** The device's template with code and brand in it. */
  text: Secret;
  language: Language;
}

/** A device as its driver needs it. */
export interface DeviceAccess {
  /** What its gateway is called by. */
  http: Pick<GatewayHttp, 'call'>;
  /** Without a slash at its end. */
  baseUrl: string;
  token: Secret;
  /** Of the driver's own {@link SettingSpec}s, defaults filled in. */
  settings: Readonly<Record<string, string>>;
}

export type DeliveryStatus = 'sent' | 'delivered' | 'failed';

/** How far a message came; `error` is scrubbed. */
interface Reached {
  status: DeliveryStatus;
  error: string | null;
  /** Of one that failed; else null. */
  failureReason: FailureReason | null;
}

export type LookupResult =
  | ({ kind: 'found'; id: string } & Reached)
  /** Provably not sent. */
  | { kind: 'never_accepted' }
  | { kind: 'unknown'; reason: string };

/** `disconnected`: no answer but the state of a device that cannot send either; `unknown`: the gateway did not say. */
export type NumberCheck = 'registered' | 'unregistered' | 'disconnected' | 'unknown';

/**
 * `unreachable`: no connection could be made; `unclear`: there is something there, but it does not say. Only
 * `disconnected` is the gateway's own word for a device that cannot send.
 */
export interface Health {
  verdict: 'connected' | 'disconnected' | 'unreachable' | 'unclear';
  detail: string | null;
  /** Connected or not: WhatsApp holds the account back, or an administrator is needed. */
  fault?: Extract<DeviceFault, 'restricted' | 'unusable'>;
  /** When a `restricted` device may send again, where the gateway says so. */
  restrictedUntil?: Date;
}

/** It is connected, and nothing of it takes an administrator. */
export const isWell = ({ verdict, fault }: Health): boolean =>
  verdict === 'connected' && fault !== 'unusable';

/** What a probe came to, in one word: whatever a gateway writes, the pages have a sentence for it. */
export const FINDINGS = [
  'connected',
  'restricted',
  'disconnected',
  'unusable',
  'unreachable',
  'unclear',
] as const;
export type DeviceFinding = (typeof FINDINGS)[number];

export const findingOf = ({ verdict, fault }: Health): DeviceFinding => fault ?? verdict;

/** What an administrator has to do for a device's phone to be paired with its gateway. */
export type Pairing =
  | { state: 'connected' }
  /** `qrPng` in base64: whoever scans it becomes the device. `expiresSeconds` is null where the gateway does not say. */
  | { state: 'scan'; qrPng: Secret; expiresSeconds: number | null }
  /** There is nothing to scan now; `detail` is scrubbed. */
  | { state: 'unavailable'; detail: string };

/** A status that a gateway reported. */
export interface CallbackEvent extends Reached {
  gatewayMessageId: string;
  /** Our own reference, where the gateway echoes it. */
  reference: string | null;
}

/** What one callback told. */
export interface CallbackNews {
  statuses: CallbackEvent[];
  /** Of the device itself. */
  health?: Health;
}

export type CallbackHeaders = Readonly<IncomingHttpHeaders>;

/** A callback as it came: a signature covers the bytes, so nothing has parsed them. */
export interface CallbackRequest {
  headers: CallbackHeaders;
  /** Of the address, as far as they are single texts. */
  query: Readonly<Record<string, string>>;
  rawBody: Buffer;
}

/** The same with what its proof is held against. */
export interface ReceivedCallback extends CallbackRequest {
  receivedAt: Date;
  /** How far from that a time in it may lie. */
  toleranceSeconds: number;
}

export interface CallbackKeys {
  /** Any of them may have signed: there are two while a secret is changed. */
  secrets: readonly string[];
  /** Whether a callback without any signature is taken. */
  acceptsUnsigned: boolean;
  /** The unguessable part of the device's own callback address, and the one before where that still holds; none at the common address. */
  addressKeys: readonly string[];
}

/** A setting of a device that its driver needs beside address and token; none of them is a secret. */
export interface SettingSpec {
  name: string;
  /** What an administrator reads beside the field, in Indonesian. */
  description: string;
  example: string;
  pattern: RegExp;
  /** Without a default the setting has to be given. */
  default?: string;
}

/**
 * Whose account a device sends from, which decides what is usual to send: `personal`, run as a linked phone would;
 * `business`, of the official API; `none` that we know of, since the gateway keeps its own limits.
 */
export type AccountKind = 'personal' | 'business' | 'none';

const NO_CAPABILITIES = {
  /** It can be asked what became of a message. */
  lookup: false,
  /** It can be asked whether a number is on WhatsApp. */
  checkNumber: false,
  /** It gives the QR code that a phone is paired by. */
  pairing: false,
  /** The recipient gets a button that copies the code. */
  copyCode: false,
  /** It writes the text itself: templates of ours do not apply, and the brand is not shown. */
  ownText: false,
  /** Its callbacks are signed; else the unguessable address is all that proves them. */
  signedCallbacks: false,
  /** It reports that a message has reached the recipient. */
  reportsDelivery: false,
};
type Capabilities = Readonly<Record<keyof typeof NO_CAPABILITIES, boolean>>;

/** Of these, and of no others. */
export const capableOf = (...names: (keyof Capabilities)[]): Capabilities => ({
  ...NO_CAPABILITIES,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

/** What an administrator has to know of a driver to add a device. */
export interface DriverInfo {
  title: string;
  /** Written from what others say of the gateway, not from its own documents. */
  experimental: boolean;
  account: AccountKind;
  /** Its gateway does not want to be asked for a device's state more often than this. */
  probeFloorSeconds?: number;
  /** What the device's token is at this gateway, in Indonesian. */
  token: string;
  settings: readonly SettingSpec[];
  /** Before a first message it is usual here to ask for the number: the gateway takes any, and never says so. */
  checksNumbers?: boolean;
  /** The gateway's first version that signs its callbacks; those of an older one are refused. */
  signsSince?: string;
  /** Its callbacks are answered by status alone, failures too: it may hand the recipient what we write. */
  emptyAnswer?: boolean;
  /** A callback may tell of several devices, at the address of any of them: each reads its own part of it. */
  sharedCallbacks?: boolean;
  capabilities: Capabilities;
}

/**
 * Speaks one gateway's protocol. A driver never throws for what a gateway does, ends when the signal says so, and is
 * the one place that reveals phones, codes, texts and tokens.
 */
export interface GatewayDriver {
  readonly info: DriverInfo;

  send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome>;

  /** What became of a message whose answer was lost; absent where the gateway has no such look-up. */
  lookup?(device: DeviceAccess, reference: string, signal: AbortSignal): Promise<LookupResult>;

  /** Whether a number can get messages; absent where the gateway cannot be asked. */
  checkNumber?(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck>;

  health(device: DeviceAccess, signal: AbortSignal): Promise<Health>;

  /** The QR code for a phone that is not paired; absent where the gateway gives none. May begin a pairing there. */
  pairing?(device: DeviceAccess, signal: AbortSignal): Promise<Pairing>;

  /** Whether a callback comes from the gateway. */
  verifyCallback(callback: ReceivedCallback, keys: CallbackKeys): boolean | Promise<boolean>;

  /** Reads an authentic callback. Fails with `malformed_json` or `callback_invalid`. */
  parseCallback(callback: ReceivedCallback, device: CallbackDevice): CallbackNews;

  /** The text that answers a gateway's question whether an address is ours; `undefined`: it is not. */
  handshake?(query: CallbackRequest['query'], keys: CallbackKeys): string | undefined;
}

/** The device at whose address a callback came, as far as reading it takes one. */
export type CallbackDevice = Pick<DeviceAccess, 'settings'>;
