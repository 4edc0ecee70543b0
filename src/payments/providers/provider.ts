import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderReport } from '../payments.rules.js';

export const PROVIDERS = ['midtrans', 'tripay'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const PAYMENT_METHODS = ['qris', 'va_bca', 'va_bni', 'va_bri', 'va_permata'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export interface PaymentOrder {
  reference: string;
  method: PaymentMethod;
  amount: number;
  expiresAt: Date;
  lifeMinutes: number;
  payer: { name: string; email: string };
}

export interface PaymentInstructions {
  externalId: string | null;
  qrText: string | null;
  payCode: string | null;
  pageUrl: string | null;
}

/** `failed`: the reason is for the log. */
export type OrderOutcome =
  { kind: 'created'; instructions: PaymentInstructions } | { kind: 'failed'; reason: string };

export type StateOutcome = { kind: 'known'; report: ProviderReport } | { kind: 'unclear'; reason: string };

export interface ProviderCallback {
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
}

/** The payment that a callback names. The state in the callback is not used. */
export interface CallbackSubject {
  reference: string;
  externalId: string | null;
}

export interface PaymentKey extends CallbackSubject {
  amount: number;
}

export interface PaymentProvider {
  readonly name: ProviderName;
  readonly title: string;
  create(order: PaymentOrder): Promise<OrderOutcome>;
  /**
   * `undefined`: authentic, and about no payment. Fails with `signature_invalid`, `malformed_json` or
   * `callback_invalid`.
   */
  verify(callback: ProviderCallback): CallbackSubject | undefined;
  ask(payment: PaymentKey): Promise<StateOutcome>;
  /** Checks our key without changing anything. Returns the problem; `undefined`: none. */
  problem(): Promise<string | undefined>;
}

/** The URL for callbacks of this provider; `undefined`: it cannot reach us. */
export const callbackUrl = (publicUrl: string, provider: string): string | undefined =>
  publicUrl.startsWith('https:') ? `${publicUrl}/api/payments/${provider}` : undefined;

/** Null unless the value is an https URL: the dashboard shows it as a link. */
export const httpsUrl = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 500 && /^https:\/\//.test(value) ? value : null;

export const shortText = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null;
