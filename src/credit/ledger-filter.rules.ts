import { CREDIT_KINDS, type CreditKind } from './credit.entities.js';

/** Whether a line adds credit or takes it. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Each kind has one sign, which the ledger audit checks. Only adjustments of messages may have either. */
const DIRECTION = {
  topup: 'in',
  charge: 'out',
  refund: 'in',
  adjustment: null,
} as const satisfies Record<CreditKind, Direction | null>;

/** Which ledger lines to list. Days are local and inclusive. */
export interface LedgerFilter {
  kind?: CreditKind;
  direction?: Direction;
  from?: string;
  to?: string;
}

export const kindsOf = ({ kind, direction }: LedgerFilter): CreditKind[] =>
  CREDIT_KINDS.filter(
    (each) => (!kind || each === kind) && (!direction || (DIRECTION[each] ?? direction) === direction),
  );

/** SQL that selects adjustments by their sign; the other kinds have one sign each. */
export const signCondition = ({ direction }: LedgerFilter): string =>
  direction === undefined ? '' : ` AND (kind <> 'adjustment' OR amount ${direction === 'in' ? '>' : '<'} 0)`;

export const isNarrowed = ({ kind, direction, from, to }: LedgerFilter): boolean =>
  [kind, direction, from, to].some((each) => each !== undefined);
