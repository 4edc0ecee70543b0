export const PAYMENT_STATUSES = ['pending', 'paid', 'expired', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export type ProviderState = 'pending' | 'paid' | 'expired' | 'failed' | 'refunded' | 'charged_back';

/** `failed`: the provider reports as failed what it had reported as paid. */
export type Reversal = Extract<ProviderState, 'refunded' | 'charged_back' | 'failed'>;

export type ReviewCause =
  /** Credited, although the payment or the request had ended. */
  | 'after_expiry'
  | 'after_cancellation'
  | 'after_decline'
  /** Not credited. */
  | 'already_confirmed'
  | 'amount_differs'
  | 'request_missing';

export interface ProviderReport {
  state: ProviderState;
  /** Without the fees of the payer. */
  amount: number;
}

interface StoredPayment {
  status: PaymentStatus;
  amount: number;
  expiresAt: Date;
  review: ReviewCause | null;
  reversal: Reversal | null;
}

export interface PaymentDecision {
  isCredited?: true;
  status?: PaymentStatus;
  review?: ReviewCause;
  reversal?: Reversal;
}

/** Decides the changes by a report; `undefined`: none. Reports may arrive twice, late and in any order. */
export function decidePayment(
  payment: StoredPayment,
  { state, amount }: ProviderReport,
  now: Date,
): PaymentDecision | undefined {
  const { status, reversal } = payment;
  switch (state) {
    case 'pending':
      return undefined;
    case 'paid':
      return whenPaid(payment, amount, now);
    case 'expired':
      return status === 'pending' ? { status: 'expired' } : undefined;
    case 'failed':
      if (status === 'paid') return reversal ? undefined : { reversal: 'failed' };
      return status === 'failed' ? undefined : { status: 'failed' };
    case 'refunded':
    case 'charged_back':
      if (reversal === state) return undefined;
      return { reversal: state, ...(status !== 'paid' && { status: 'failed' as const }) };
  }
}

function whenPaid(payment: StoredPayment, amount: number, now: Date): PaymentDecision | undefined {
  const { status, expiresAt, review } = payment;
  if (status === 'paid') return undefined;
  if (amount !== payment.amount) return review ? undefined : { review: 'amount_differs' };
  const isLate = status === 'expired' || now > expiresAt;
  return { isCredited: true, status: 'paid', ...(isLate && { review: 'after_expiry' as const }) };
}

/** Why the operator must review a payment, by the status of its request before; `undefined`: there is no request. */
export const reviewOf = (before: keyof typeof REVIEWS | undefined): ReviewCause | undefined =>
  before === undefined ? 'request_missing' : REVIEWS[before];

const REVIEWS = {
  open: undefined,
  confirmed: 'already_confirmed',
  cancelled: 'after_cancellation',
  declined: 'after_decline',
} as const;

const FIRST_CHECK_SECONDS = 60;
/** After the expiry a provider may still confirm a payment that it took in time. */
const CHECKED_AFTER_EXPIRY_SECONDS = 86_400;

/** When to ask the provider next: rarer with age, until a day after the expiry. */
export function nextCheck(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  now: Date,
): Date | null {
  const ageSeconds = (now.getTime() - createdAt.getTime()) / 1000;
  const next = new Date(now.getTime() + Math.max(FIRST_CHECK_SECONDS, ageSeconds / 4) * 1000);
  return next.getTime() > expiresAt.getTime() + CHECKED_AFTER_EXPIRY_SECONDS * 1000 ? null : next;
}
