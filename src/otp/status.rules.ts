/** The status of a message only rises. `delivered` proves a `failed` wrong, never the other way round. */
export const RANK = { pending: 0, sent: 1, failed: 2, delivered: 3 } as const;

export type Status = keyof typeof RANK;
export type SettledStatus = Exclude<Status, 'pending'>;

export const STATUSES = Object.keys(RANK) as Status[];
/** The statuses in the history: a pending message appears once its outcome is known. */
export const SETTLED: SettledStatus[] = ['sent', 'failed', 'delivered'];

export function mayMove(from: Status, to: Status): boolean {
  return RANK[to] > RANK[from];
}
