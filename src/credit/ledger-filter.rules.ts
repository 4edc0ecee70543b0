import { CREDIT_KINDS, type CreditKind } from './credit.entities.js';

/** Whether a line adds credit or takes it. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A kind has one sign: the books hold it to that. */
const DIRECTION = {
  topup: 'in',
  charge: 'out',
  refund: 'in',
  adjustment: 'out',
} as const satisfies Record<CreditKind, Direction>;

/** Which lines; days are local and inclusive. */
export interface LedgerFilter {
  kind?: CreditKind;
  direction?: Direction;
  from?: string;
  to?: string;
}

export const kindsOf = ({ kind, direction }: LedgerFilter): CreditKind[] =>
  CREDIT_KINDS.filter((each) => (!kind || each === kind) && (!direction || DIRECTION[each] === direction));

export const isNarrowed = ({ kind, direction, from, to }: LedgerFilter): boolean =>
  [kind, direction, from, to].some((each) => each !== undefined);
