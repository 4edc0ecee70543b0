import { ASSUMPTIONS } from './assumptions.js';
import type { Transaction } from './database.js';

const { database } = ASSUMPTIONS;

/** Windows and balances first; then the counters, messages and ledger, and the commit. */
export function openingOf(accounts: number[]): Transaction {
  const cpuMs = database.cpuPerTransactionMs + accounts.length * database.cpuPerOpeningMs;
  const share = database.firstPacketShare;
  return {
    first: { rows: rowsOf('balance', accounts), cpuMs: share * cpuMs },
    second: { rows: rowsOf('counter', accounts), cpuMs: (1 - share) * cpuMs },
  };
}

/** Messages and counters; then the commit alone. */
export function settlingOf(accounts: number[]): Transaction {
  const cpuMs = database.cpuPerTransactionMs + accounts.length * database.cpuPerSettlingMs;
  return {
    first: { rows: rowsOf('counter', accounts), cpuMs },
    second: { rows: [], cpuMs: 0 },
  };
}

/** Each account's once, in the order that is everybody's. */
const rowsOf = (kind: 'balance' | 'counter', accounts: number[]) =>
  [...new Set(accounts)].sort((a, b) => a - b).map((account) => `${kind} ${account}`);
