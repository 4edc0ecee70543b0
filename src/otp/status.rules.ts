/**
 * The status of a message only changes to a higher rank: `delivered` corrects `failed`, but `failed` not `delivered`.
 */
export const RANK = { pending: 0, sent: 1, failed: 2, delivered: 3 } as const;

export type Status = keyof typeof RANK;
export type OutcomeStatus = Exclude<Status, 'pending'>;

export const STATUSES = Object.keys(RANK) as Status[];
/** The statuses in the history: a pending message appears once its outcome is known. */
export const OUTCOME_STATUSES: OutcomeStatus[] = ['sent', 'failed', 'delivered'];

export function canTransition(from: Status, to: Status): boolean {
  return RANK[to] > RANK[from];
}
