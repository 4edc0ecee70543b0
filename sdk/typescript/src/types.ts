/** Members have the names of the API. A newer Sandi may add members. */

export interface Correlation {
  /** Sandi's ID of the message. */
  reference: string;
  external_id: string | null;
  metadata: Record<string, string> | null;
}

export type Channel = 'whatsapp' | 'sms' | 'telegram';

/** A channel that was tried, and what became of it. */
export interface ChannelAttempt {
  channel: Channel;
  /** `refused`: certainly not sent. */
  outcome: 'accepted' | 'refused' | 'unknown';
  reason: string | null;
}

/** The device of your user, for the guard against fraud. Sandi stores only fingerprints, for an hour. */
export interface ClientInfo {
  /** Of your user, not of your server. */
  ip?: string;
  user_agent?: string;
  device_id?: string;
  platform?: string;
  app_version?: string;
}

export interface SendMessage {
  /** `08…`, `62…` or `+62…`. */
  phone: string;
  /** 4 to 10 digits, as a string. */
  otp_code: string;
  /** 1 to 20 characters. */
  company_name: string;
  language?: 'id' | 'en';
  /** Your ID of the message; neither a phone number nor the code. */
  external_id?: string | null;
  metadata?: Record<string, string> | null;
  /** In order: the next one only where the one before certainly did not send. Default: WhatsApp. */
  channels?: Channel[];
  client?: ClientInfo;
}

/** A gateway has accepted the message. */
export interface Sent extends Correlation {
  status: 'sent';
  message_id: string;
  recipient: string;
  credit_used: number;
  credit_balance: number;
  /** Only for a send with `channels`: the one that took it. */
  channel?: Channel;
  /** Only for a send with `channels`. */
  attempts?: ChannelAttempt[];
}

/** The outcome is unknown. Let the user enter a code that arrives, and offer a new one. */
export interface Unknown {
  status: 'unknown';
  /** Null without a response of Sandi. */
  reference: string | null;
  external_id: string | null;
  metadata: Record<string, string> | null;
  /** Reason, from the list of the API. */
  reason: string | null;
  /** Error code: `gateway_unknown`, or the error of the last attempt. */
  code: string;
  /** Idempotency-Key of the send; find the message by it. */
  idempotency_key: string;
}

export type SendOutcome = Sent | Unknown;

export interface CheckCode {
  phone: string;
  otp_code: string;
}

export interface Credit {
  credit_balance: number;
  currency: string;
  rate: string;
}

export type MessageStatus = 'pending' | 'sent' | 'delivered' | 'failed';

export interface Message extends Correlation {
  id: number;
  message_id: string | null;
  /** The verification whose code it carries; null for a code of your own. */
  verification_id: string | null;
  status: MessageStatus;
  recipient: string;
  company_name: string;
  /** The one that took it, or that it was last tried by. */
  channel: Channel;
  attempts: ChannelAttempt[];
  reason: string | null;
  credit_used: number;
  /** In the time zone of the service, as text without a zone: `2026-01-31 13:45:00`. */
  created_at: string;
  /** The same moment in UTC (RFC 3339): `2026-01-31T06:45:00.000Z`. */
  created_at_utc: string;
}

/** Timeline of a message, oldest event first. */
export interface MessageStory extends Message {
  livemode: boolean;
  error_message: string | null;
  events: { type: string; at: string; at_utc: string; [member: string]: unknown }[];
}

export interface MessageQuery {
  external_id: string;
  /** default 20, at most 100. */
  limit?: number;
  /** `next_cursor` of the previous response. */
  cursor?: number;
}

interface SearchTerms {
  phone: string;
  /** Of a phone of 12 digits or more. */
  last4: string;
  reference: string;
  external_id: string;
  message_id: string;
  /** Of the send, for 24 hours. */
  idempotency_key: string;
}

interface SearchPage {
  /** Days, inclusive: `2026-01-31`. */
  from?: string;
  to?: string;
  limit?: number;
  cursor?: number;
}

type ExactlyOne<T> = {
  [Term in keyof T]: Pick<T, Term> & { [Other in Exclude<keyof T, Term>]?: never };
}[keyof T];

/** One term, and the page of results. */
export type MessageSearch = SearchPage & ExactlyOne<SearchTerms>;

export interface MessageList {
  limit: number;
  items: Message[];
  next_cursor: number | null;
}

export interface CreateVerification {
  phone: string;
  company_name: string;
  /** 4 to 8; default 6. */
  code_length?: number;
  /** 60 to 900; default 600. */
  ttl_seconds?: number;
  /** 1 to 10; default 5. */
  max_attempts?: number;
  language?: 'id' | 'en';
  external_id?: string | null;
  metadata?: Record<string, string> | null;
  /** As of a send. */
  channels?: Channel[];
  /** 15 to 120: without a delivery report by then, a new code goes by the next channel, charged apart; each counts. */
  fallback_after_seconds?: number;
  client?: ClientInfo;
}

/** A verification by a text that the user sends. */
export type CreateInboundVerification = Pick<
  CreateVerification,
  'phone' | 'company_name' | 'ttl_seconds' | 'external_id' | 'metadata'
>;

export type VerificationStatus = 'pending' | 'approved' | 'expired' | 'failed' | 'cancelled';

/** Show `wa_link` as a button on a phone, and as a QR code elsewhere. */
export interface InboundVerification {
  verification_id: string;
  method: 'inbound';
  status: VerificationStatus;
  recipient: string;
  /** Digits of the WhatsApp number that the text goes to. */
  wa_number: string;
  /** The text that the user has to send, unchanged. */
  message: string;
  /** Opens WhatsApp with the text ready to send. */
  wa_link: string;
  /** UTC. */
  expires_at: string;
  credit_used: number;
  credit_balance: number;
  external_id: string | null;
  metadata: Record<string, string> | null;
}

/** The code was sent: a gateway has accepted the message. */
export interface SentVerification extends Omit<Sent, 'status'> {
  delivery: 'sent';
  method: 'code';
  verification_id: string;
  status: VerificationStatus;
  /** UTC. */
  expires_at: string;
  attempts_left: number;
}

/** The outcome is unknown. Let the user enter a code that arrives, and offer a new one. */
export interface UnknownVerification extends Omit<Unknown, 'status'> {
  delivery: 'unknown';
  verification_id: string;
  status: 'pending';
}

export type VerificationOutcome = SentVerification | UnknownVerification;

export interface CheckedVerification {
  /** `approved` is returned once: grant access only on this response. */
  status: VerificationStatus;
  attempts_left: number;
}

export interface Verification extends Omit<Correlation, 'reference'> {
  verification_id: string;
  method: 'code' | 'inbound';
  status: VerificationStatus;
  /** Of the message with the newest code, or of the one whose code was right. */
  message_id: string | null;
  /** Of that message; null with the method `inbound`. */
  reference: string | null;
  recipient: string;
  /** Of that message; null with the method `inbound`. */
  channel: Channel | null;
  /** With the codes that count. */
  attempts: ChannelAttempt[];
  expires_at: string;
  attempts_left: number;
  /** UTC (RFC 3339). */
  created_at: string;
}

/** Exactly one of the first two. */
export interface VerificationQuery {
  external_id?: string;
  /** Of any message that carried one of its codes. */
  reference?: string;
  /** default 20, at most 100. */
  limit?: number;
  /** `next_cursor` of the previous response. */
  cursor?: number;
}

export interface VerificationList {
  limit: number;
  items: Verification[];
  /** Null on the last page; a page may have fewer items than `limit`, even none. */
  next_cursor: number | null;
}

export interface RequestOptions {
  /** Overrides the timeout of the client: time limit of this call including retries. */
  timeoutMs?: number;
  /** Ends the request; the call throws `AbortError`. */
  signal?: AbortSignal;
}

export interface CallOptions extends RequestOptions {
  /** One of your own, 1 to 255 printable ASCII characters; else each call makes one. */
  idempotencyKey?: string;
}
