/** Decides how a verification changes: pure rules. A verification is pending until it ends, which happens once. */

export const VERIFICATION_STATUSES = ['pending', 'approved', 'expired', 'failed', 'cancelled'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];
export type Ending = Exclude<VerificationStatus, 'pending'>;

/** `code`: we send a code; `inbound`: the user sends us a text. */
export const VERIFICATION_METHODS = ['code', 'inbound'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

export const CODE_LENGTH = { min: 4, max: 8, usual: 6 } as const;
export const TTL_SECONDS = { min: 60, max: 900, usual: 600 } as const;
export const ATTEMPTS = { min: 1, max: 10, usual: 5 } as const;
export const RESENDS_MAX = 5;

export interface VerificationFacts {
  status: VerificationStatus;
  attemptsLeft: number;
  resends: number;
  expiresAt: Date;
}

export type Change = Partial<Pick<VerificationFacts, 'status' | 'attemptsLeft'>>;

/** A change, and the id of the message whose code was right; default: the one with the newest code. */
export interface VerificationDecision {
  change: Change;
  codeMessageId?: number;
}

/** Whether the code of a check is right; or the ending that a magic number simulates. */
export type CodeResult = 'right' | 'wrong' | Exclude<Ending, 'approved'>;

/** The status now: a verification past its expiry has expired, even before the sweep stores that. */
export const statusAt = (
  { status, expiresAt }: Pick<VerificationFacts, 'status' | 'expiresAt'>,
  now: Date,
) => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** Decides a check. A verification that has ended does not change. */
export function decideCheck(facts: VerificationFacts, result: CodeResult, now: Date): Change {
  if (facts.status !== 'pending') return {};
  if (facts.expiresAt <= now) return { status: 'expired' };
  switch (result) {
    case 'right':
      return { status: 'approved' };
    case 'wrong': {
      const attemptsLeft = facts.attemptsLeft - 1;
      return attemptsLeft > 0 ? { attemptsLeft } : { status: 'failed', attemptsLeft: 0 };
    }
    case 'failed':
      return { status: 'failed', attemptsLeft: 0 };
    case 'expired':
    case 'cancelled':
      return { status: result };
    default:
      return result satisfies never;
  }
}

export function decideCancel({ status, expiresAt }: VerificationFacts, now: Date): Change {
  if (status !== 'pending') return {};
  return { status: expiresAt <= now ? 'expired' : 'cancelled' };
}

/** `undefined`: a new code may be sent. While one is being sent, it is unknown which code checks must accept. */
export function resendRejection(
  facts: VerificationFacts,
  isInFlight: boolean,
  now: Date,
): 'verification_over' | 'resend_limit' | 'resend_in_flight' | undefined {
  if (statusAt(facts, now) !== 'pending') return 'verification_over';
  if (facts.resends >= RESENDS_MAX) return 'resend_limit';
  return isInFlight ? 'resend_in_flight' : undefined;
}
