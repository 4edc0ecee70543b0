/** The rules of opening: which of several sends, judged one after the other, may go. */

/** What a send needs to be opened. */
export interface OpeningAsked {
  reference: string;
  userId: number;
  /** Credits. */
  cost: number;
  /** The duplicate window it claims; `undefined`: the same code may go again at once. */
  window: string | undefined;
  /** Its Idempotency-Key. */
  key: string | undefined;
  /** The capped key that it counts under, and the cap. */
  capped: { id: string; cap: number } | undefined;
  /** Whether a device could take it. */
  deviceAvailable: boolean;
}

/** A duplicate window that is open. */
export interface WindowHolder {
  reference: string;
  expiresAt: Date;
}

/**
 * What was read from the database. Balances, windows and uses stay as they are until the COMMIT; a key that is taken
 * meanwhile fails the write.
 */
export interface OpeningKnown {
  /** Credits by account. */
  balances: ReadonlyMap<number, number>;
  /** Open windows and their holders, by index. Empty where nothing was surveyed: each send then holds its own. */
  windows: ReadonlyMap<string, WindowHolder>;
  keysTaken: { has(key: string): boolean };
  /** Uses today by capped key. */
  uses: ReadonlyMap<string, number>;
}

export type OpeningVerdict =
  /** With the balance after its charge. */
  | { kind: 'opened'; balance: number }
  | { kind: 'in_flight' }
  | { kind: 'no_account' }
  | { kind: 'capped' }
  | { kind: 'insufficient'; balance: number }
  | { kind: 'duplicate'; holder: WindowHolder }
  | { kind: 'no_device' };

/** Judges sends in order. A refused send takes nothing, so the ones after it may use what it left. */
export function judgeOpenings(sends: readonly OpeningAsked[], known: OpeningKnown): OpeningVerdict[] {
  const balances = new Map(known.balances);
  const uses = new Map(known.uses);
  return sends.map((send) => {
    const verdict = judgeOne(send, { ...known, balances, uses });
    if (verdict.kind !== 'opened') return verdict;
    balances.set(send.userId, verdict.balance);
    if (send.capped) uses.set(send.capped.id, (uses.get(send.capped.id) ?? 0) + 1);
    return verdict;
  });
}

function judgeOne(send: OpeningAsked, { balances, windows, keysTaken, uses }: OpeningKnown): OpeningVerdict {
  const { reference, userId, cost, window, key, capped, deviceAvailable } = send;
  if (key !== undefined && keysTaken.has(key)) return { kind: 'in_flight' };
  const balance = balances.get(userId);
  if (balance === undefined) return { kind: 'no_account' };
  if (capped && (uses.get(capped.id) ?? 0) >= capped.cap) return { kind: 'capped' };
  if (balance < cost) return { kind: 'insufficient', balance };
  const holder = window === undefined ? undefined : windows.get(window);
  if (holder && holder.reference !== reference) return { kind: 'duplicate', holder };
  if (!deviceAvailable) return { kind: 'no_device' };
  return { kind: 'opened', balance: balance - cost };
}
