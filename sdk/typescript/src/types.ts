/** Members have the names of the API. A newer Sandi may add members. */

export interface Correlation {
  /** Sandi's ID of the message. */
  reference: string;
  external_id: string | null;
  metadata: Record<string, string> | null;
}

export type Channel = 'whatsapp' | 'sms' | 'telegram';

/** A channel that was tried, and its outcome. */
export interface ChannelAttempt {
  channel: Channel;
  /** `refused`: certainly not sent. */
  outcome: 'accepted' | 'refused' | 'unknown';
  reason: string | null;
}

/** The device of your user, for the guard against fraud. Sandi stores only fingerprints, for an hour. */
export interface ClientInfo {
  /** The address of your user, not of your server. */
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
  /** Tried in this order. The next one is tried only if the last one certainly did not send. Default: WhatsApp. */
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
  /** Only for a send with `channels`: the channel that accepted the message. */
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
  /** The verification of the message's code; null for a code of your own. */
  verification_id: string | null;
  status: MessageStatus;
  recipient: string;
  company_name: string;
  /** The channel that accepted the message, or the last one that was tried. */
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
  /** The last four digits of a phone with 12 digits or more. */
  last4: string;
  reference: string;
  external_id: string;
  message_id: string;
  /** The Idempotency-Key of the send, for 24 hours after it. */
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

/** Exactly one search term, and the page of results. */
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
  /** As in {@link SendMessage}. */
  channels?: Channel[];
  /**
   * 15 to 120. Without a delivery report by then, the next channel sends a new code, which is charged too. Each of the
   * codes is valid.
   */
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
  /** The WhatsApp number to which the user sends the text; digits only. */
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
  /** The id of the message with the newest code, or with the code that was correct. */
  message_id: string | null;
  /** The reference of the same message; null with the method `inbound`. */
  reference: string | null;
  recipient: string;
  /** The channel of the same message; null with the method `inbound`. */
  channel: Channel | null;
  /** The attempts with the codes that are valid. */
  attempts: ChannelAttempt[];
  expires_at: string;
  attempts_left: number;
  /** UTC (RFC 3339). */
  created_at: string;
}

/** Give exactly one of `external_id` and `reference`. */
export interface VerificationQuery {
  external_id?: string;
  /** The reference of any message with one of the verification's codes. */
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
  /** Your own key, 1 to 255 printable ASCII characters. Default: each call makes one. */
  idempotencyKey?: string;
}
