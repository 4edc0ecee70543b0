import { oneOf, type PageSearch, type RawSearch, readPage, text } from '../api/search';
import { isDay } from './periods.rules';

export const LEDGER_KINDS = ['topup', 'charge', 'refund', 'adjustment'] as const;
export const DIRECTIONS = ['in', 'out'] as const;

export interface LedgerSearch extends PageSearch {
  kind?: (typeof LEDGER_KINDS)[number] | undefined;
  direction?: (typeof DIRECTIONS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const readLedgerSearch = (raw: RawSearch): LedgerSearch => ({
  ...readPage(raw),
  kind: oneOf(LEDGER_KINDS, raw['kind']),
  direction: oneOf(DIRECTIONS, raw['direction']),
  from: text(raw['from'], isDay),
  to: text(raw['to'], isDay),
});

export const isLedgerFiltered = ({ page: _, ...filters }: LedgerSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined);
