import type { IncomingHttpHeaders } from 'node:http';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { Language } from '../platform/text/message-template.rules.js';
import type { Phone } from '../platform/text/phone.rules.js';
import type { Secret } from '../platform/text/secret.js';
import type { DriverInfo } from './driver-info.js';
import type { GatewayHttp } from './gateway-http.js';
import type {
  CreatedTemplate,
  TemplateChange,
  TemplateDefinition,
  TemplateDetails,
  TemplateKey,
  TemplateOutcome,
} from './template.js';

export interface DeviceAccess {
  http: Pick<GatewayHttp, 'call'>;
  /** Without a final slash. */
  baseUrl: string;
  token: Secret;
  /** By name, with defaults. */
  settings: Readonly<Record<string, string>>;
  /** For gateways that receive it with each message. */
  callbackUrl: string;
}

interface Accepted {
  kind: 'accepted';
  id: string;
  /** What the gateway charges, if it says so; see reported-cost.rules.ts. */
  cost?: string;
}

/** Reasons are the gateway's text, scrubbed: without phones, codes and tokens. */
type NotAccepted =
  /** Provably not sent. `retryElsewhere`: another device may succeed. */
  | { kind: 'refused'; reason: string; retryElsewhere: boolean }
  /** `id`: set if it was chosen before the call; a callback finds the message by it. */
  | { kind: 'unknown'; reason: string; id?: string };

/** The result of a send. Anything unrecognised is `unknown`. */
export type SendOutcome = Accepted | (NotAccepted & { failureReason: FailureReason });

/**
 * The effect of a failure on the device. `busy` passes by itself, and `unreachable` may. `disconnected` (reported by
 * the gateway) lasts until a probe finds the device connected. `restricted` (by WhatsApp) ends at its time. `unusable`
 * (wrong token, blocked account, no template) needs an administrator.
 */
export type DeviceFault = 'busy' | 'unreachable' | 'disconnected' | 'restricted' | 'unusable';

export type DriverOutcome = (Accepted | NotAccepted) & {
  /** Default: derived from the fault, or `gateway_fault`. */
  failureReason?: FailureReason;
  fault?: DeviceFault;
  /** When a `restricted` device may send again, if the gateway says so. */
  restrictedUntil?: Date;
  /** The fault is the account's: no other device of its portfolio may try this message. */
  isOfAccount?: boolean;
  /** The refusal is about the number: it says nothing about the device. */
  isOfRecipient?: boolean;
  /** How long a `busy` or `restricted` device refuses messages, if the gateway says so. */
  retryAfterSeconds?: number;
};

export interface OutgoingMessage {
  /** Our unique reference: idempotency key and look-up key. */
  reference: string;
  phone: Phone;
  /** For gateways that write the text themselves and add a copy-code button. */
  code: Secret;
  /** The template with code and brand filled in. */
  text: Secret;
  language: Language;
}

export type DeliveryStatus = 'sent' | 'delivered' | 'failed';

/** Delivery status of a message; `error` is scrubbed. */
interface Reached {
  status: DeliveryStatus;
  error: string | null;
  /** Null unless it failed. */
  failureReason: FailureReason | null;
}

export type LookupResult =
  | ({ kind: 'found'; id: string } & Reached)
  /** Provably not sent. */
  | { kind: 'never_accepted' }
  | { kind: 'unknown'; reason: string };

/** `disconnected`: the device cannot send either; `unknown`: no clear result. */
export type NumberCheck = 'registered' | 'unregistered' | 'disconnected' | 'unknown';

export interface NewChatQuota {
  /** `capped`: the account reaches only recipients that know it. */
  status: (typeof NEW_CHAT_STATUSES)[number];
  /** Null: the gateway does not say. */
  used: number | null;
  /** Null: no limit, or the gateway does not say. */
  total: number | null;
  /** End of the cycle as ISO text; null: the gateway does not say. */
  endsAt: string | null;
}
export const NEW_CHAT_STATUSES = ['none', 'first_warning', 'second_warning', 'capped'] as const;

/** `unreachable`: no connection; `unclear`: no clear response; `disconnected`: the gateway itself says so. */
export interface Health {
  connection: 'connected' | 'disconnected' | 'unreachable' | 'unclear';
  detail: string | null;
  /** Independent of the connection: restricted by WhatsApp, or an administrator must act. */
  fault?: Extract<DeviceFault, 'restricted' | 'unusable'>;
  /** When a `restricted` device may send again, if the gateway says so. */
  restrictedUntil?: Date;
  /** Digits of the linked phone, if this response contains them; null: no phone is linked. */
  number?: string | null;
  /** Absent: the gateway does not say. */
  newChats?: NewChatQuota;
  /** If the gateway names it. */
  account?: BusinessAccount;
}

/** The account at WhatsApp that a number belongs to. Null: not known. */
export interface BusinessAccount {
  accountId: string | null;
  portfolioId: string | null;
  /** New recipients in 24 hours for all numbers of the portfolio; null also if it is unlimited. */
  messagingLimit: number | null;
}

export const isWell = ({ connection, fault }: Health): boolean =>
  connection === 'connected' && fault !== 'unusable';

/** The result of a probe in one word, for which the dashboard has a sentence. */
export const PROBE_RESULTS = [
  'connected',
  'restricted',
  'disconnected',
  'unusable',
  'unreachable',
  'unclear',
] as const;
export type ProbeResultWord = (typeof PROBE_RESULTS)[number];

export const findingOf = ({ connection, fault }: Health): ProbeResultWord => fault ?? connection;

export type Pairing =
  | { state: 'connected' }
  /** `qrPng` in base64. `expiresSeconds` is null if unknown. */
  | { state: 'scan'; qrPng: Secret; expiresSeconds: number | null }
  /** WhatsApp asks for the account's passkey, which only the gateway's own page can pass on. */
  | { state: 'passkey' }
  /** `detail` is scrubbed. */
  | { state: 'unavailable'; detail: string };

export interface CallbackEvent extends Reached {
  gatewayMessageId: string;
  /** Our reference, if the gateway returns it. */
  reference: string | null;
  /** What the gateway charges, if it says so; see reported-cost.rules.ts. */
  cost?: string;
}

/** A text to the device with the form of a token; drivers drop all others unread. */
export interface InboundText {
  text: Secret;
  /** Digits of the sender's phone; null: the gateway hides it. */
  sender: Secret | null;
}

export interface ParsedCallback {
  statuses: CallbackEvent[];
  inbound?: InboundText[];
  /** Health of the device itself. */
  health?: Health;
  templates?: TemplateChange[];
  /** The new limit of its portfolio; null: unlimited. */
  messagingLimit?: number | null;
}

/** The version of the gateway's API that a device uses. */
export interface ApiVersion {
  version: string;
  /** The last day of the version at the latest; null: no end announced. */
  endsBy: Date | null;
  /** The end is near or past: the operator must choose another. */
  isEnding: boolean;
  recommended: string;
}

export type CallbackHeaders = Readonly<IncomingHttpHeaders>;

/** An unparsed callback: the signature covers its bytes. */
export interface CallbackRequest {
  headers: CallbackHeaders;
  /** Query parameters with single values. */
  query: Readonly<Record<string, string>>;
  rawBody: Buffer;
}

export interface ReceivedCallback extends CallbackRequest {
  receivedAt: Date;
  /** Allowed difference of timestamps from `receivedAt`. */
  toleranceSeconds: number;
}

export interface CallbackKeys {
  /** Any of them may have signed: two are valid during a rotation. */
  secrets: readonly string[];
  acceptsUnsigned: boolean;
  /** Current and previous keys of the device's callback URL; empty at the URL that devices share. */
  urlKeys: readonly string[];
}

/** A device whose account is known. */
export interface BusinessDevice extends DeviceAccess {
  accountId: string;
}

export interface TemplateManager {
  list(device: BusinessDevice, signal: AbortSignal): Promise<TemplateOutcome<TemplateDetails[]>>;

  create(
    device: BusinessDevice,
    definition: TemplateDefinition,
    signal: AbortSignal,
  ): Promise<TemplateOutcome<CreatedTemplate>>;

  /** Status of Meta's business verification, in the gateway's word; null: not reported. */
  verification(device: BusinessDevice, signal: AbortSignal): Promise<string | null>;
}

/**
 * Talks to one kind of gateway. Methods do not throw for gateway failures, and stop at the signal. Only drivers reveal
 * phones, codes, texts and tokens.
 */
export interface GatewayDriver {
  readonly info: DriverInfo;

  send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome>;

  lookup?(device: DeviceAccess, reference: string, signal: AbortSignal): Promise<LookupResult>;

  checkNumber?(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck>;

  health(device: DeviceAccess, signal: AbortSignal): Promise<Health>;

  /** Requests the digits of the linked phone, if {@link health} does not return them. */
  ownNumber?(device: DeviceAccess, signal: AbortSignal): Promise<string | undefined>;

  /** The event that the device's webhook lacks to report texts; null: none. `undefined`: the gateway does not say. */
  missingEvent?(device: DeviceAccess, signal: AbortSignal): Promise<string | null | undefined>;

  /** Returns the QR code for a phone that is not linked; may start the linking. */
  pairing?(device: DeviceAccess, signal: AbortSignal): Promise<Pairing>;

  /** The template of messages in a language, for gateways that approve templates. */
  readonly templateOf?: (settings: DeviceAccess['settings'], language: Language) => TemplateKey;

  /** For gateways where templates can be listed and created. */
  readonly templates?: TemplateManager;

  /** The version of the gateway's API that the device uses, if versions have an end. */
  apiVersion?(settings: DeviceAccess['settings'], now: Date): ApiVersion;

  verifyCallback(callback: ReceivedCallback, keys: CallbackKeys): boolean | Promise<boolean>;

  /** Parses an authentic callback. Fails with `malformed_json` or `callback_invalid`. */
  parseCallback(callback: ReceivedCallback, device: CallbackDevice): ParsedCallback;

  /** The text that the gateway needs as the response to a callback. */
  answerTo?(device: CallbackDevice): string | undefined;

  /** The response that confirms a callback URL; `undefined`: the request is not for this device. */
  handshake?(query: CallbackRequest['query'], keys: CallbackKeys): string | undefined;
}

export interface CallbackDevice extends Pick<DeviceAccess, 'settings'> {
  /** The ids by which a gateway names the account and the portfolio of the device. */
  accountIds?: readonly string[];
}
