import { exceededCap, spendCapId } from '../../credit/index.js';
import type { SpendCap } from '../../platform/access/principal.js';

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
  /** The spend caps of its account and API key. */
  spendCaps: readonly SpendCap[];
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
  /** Today's credits by {@link spendCapId}. */
  spent: ReadonlyMap<string, number>;
}

export type CreateDecision =
  /** `balance`: what the account has left. */
  | { kind: 'created'; balance: number }
  | { kind: 'in_flight' }
  | { kind: 'no_account' }
  | { kind: 'capped' }
  | { kind: 'spend_capped'; cap: SpendCap }
  | { kind: 'insufficient'; balance: number }
  | { kind: 'duplicate'; holder: WindowHolder }
  | { kind: 'no_device' };

/**
 * Decides the sends in order. A refused send takes nothing, so later sends may use the balance and caps that it left.
 */
export function decideCreates(sends: readonly CreateFacts[], state: AccountState): CreateDecision[] {
  const balances = new Map(state.balances);
  const uses = new Map(state.uses);
  const spent = new Map(state.spent);
  return sends.map((send) => {
    const decision = decideCreate(send, { ...state, balances, uses, spent });
    if (decision.kind !== 'created') return decision;
    balances.set(send.userId, decision.balance);
    if (send.capped) uses.set(send.capped.id, (uses.get(send.capped.id) ?? 0) + 1);
    for (const id of send.spendCaps.map(spendCapId)) spent.set(id, (spent.get(id) ?? 0) + send.cost);
    return decision;
  });
}

function decideCreate(
  send: CreateFacts,
  { balances, windows, keysTaken, uses, spent }: AccountState,
): CreateDecision {
  const { userId, cost, window, key, capped, spendCaps, deviceAvailable } = send;
  if (key !== undefined && keysTaken.has(key)) return { kind: 'in_flight' };
  const balance = balances.get(userId);
  if (balance === undefined) return { kind: 'no_account' };
  if (capped && (uses.get(capped.id) ?? 0) >= capped.cap) return { kind: 'capped' };
  const cap = exceededCap(spendCaps, spent, cost);
  if (cap) return { kind: 'spend_capped', cap };
  if (balance < cost) return { kind: 'insufficient', balance };
  const holder = window === undefined ? undefined : windows.get(window);
  if (holder) return { kind: 'duplicate', holder };
  if (!deviceAvailable) return { kind: 'no_device' };
  return { kind: 'created', balance: balance - cost };
}
