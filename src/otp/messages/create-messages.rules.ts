/** Decides which of several sends may create a message. */

/** The facts of one send. */
export interface CreateFacts {
  userId: number;
  /** Credits. */
  cost: number;
  /** Its duplicate window; `undefined`: the same code may be sent again at once. */
  window: string | undefined;
  /** Its Idempotency-Key. */
  key: string | undefined;
  /** The capped API key that it counts under, and the cap. */
  capped: { id: string; cap: number } | undefined;
  deviceAvailable: boolean;
}

/** The message that holds a duplicate window. */
export interface WindowHolder {
  reference: string;
  expiresAt: Date;
}

/** The locked state of the accounts. */
export interface AccountState {
  /** Credits by account. */
  balances: ReadonlyMap<number, number>;
  /** The holders of windows that have not expired. */
  windows: ReadonlyMap<string, WindowHolder>;
  /** Idempotency-Keys that other requests have taken. */
  keysTaken: ReadonlySet<string>;
  /** Today's messages by capped key. */
  uses: ReadonlyMap<string, number>;
}

export type CreateDecision =
  /** `balance`: what the account has left. */
  | { kind: 'created'; balance: number }
  | { kind: 'in_flight' }
  | { kind: 'no_account' }
  | { kind: 'capped' }
  | { kind: 'insufficient'; balance: number }
  | { kind: 'duplicate'; holder: WindowHolder }
  | { kind: 'no_device' };

/** Decides in order. A refused send takes nothing, so the sends after it may use what it left. */
export function decideCreates(sends: readonly CreateFacts[], state: AccountState): CreateDecision[] {
  const balances = new Map(state.balances);
  const uses = new Map(state.uses);
  return sends.map((send) => {
    const decision = decideCreate(send, { ...state, balances, uses });
    if (decision.kind !== 'created') return decision;
    balances.set(send.userId, decision.balance);
    if (send.capped) uses.set(send.capped.id, (uses.get(send.capped.id) ?? 0) + 1);
    return decision;
  });
}

function decideCreate(
  send: CreateFacts,
  { balances, windows, keysTaken, uses }: AccountState,
): CreateDecision {
  const { userId, cost, window, key, capped, deviceAvailable } = send;
  if (key !== undefined && keysTaken.has(key)) return { kind: 'in_flight' };
  const balance = balances.get(userId);
  if (balance === undefined) return { kind: 'no_account' };
  if (capped && (uses.get(capped.id) ?? 0) >= capped.cap) return { kind: 'capped' };
  if (balance < cost) return { kind: 'insufficient', balance };
  const holder = window === undefined ? undefined : windows.get(window);
  if (holder) return { kind: 'duplicate', holder };
  if (!deviceAvailable) return { kind: 'no_device' };
  return { kind: 'created', balance: balance - cost };
}
