import { ASSUMPTIONS } from './assumptions.js';
import type { Transaction } from './database.js';

const { database } = ASSUMPTIONS;

/** Creates messages. First packet: windows, balances. Second: counters, messages, ledger entries and the commit. */
export function openingOf(accounts: number[]): Transaction {
  const cpuMs = database.cpuPerTransactionMs + accounts.length * database.cpuPerOpeningMs;
  const share = database.firstPacketShare;
  return {
    first: { rows: rowsOf('balance', accounts), cpuMs: share * cpuMs },
    second: { rows: rowsOf('counter', accounts), cpuMs: (1 - share) * cpuMs },
  };
}

/** Applies status updates: the first packet has messages and counters, the second only the commit. */
export function settlingOf(accounts: number[]): Transaction {
  const cpuMs = database.cpuPerTransactionMs + accounts.length * database.cpuPerSettlingMs;
  return {
    first: { rows: rowsOf('counter', accounts), cpuMs },
    second: { rows: [], cpuMs: 0 },
  };
}

/** The row of each account once, in the order that all transactions use. */
const rowsOf = (kind: 'balance' | 'counter', accounts: number[]) =>
  [...new Set(accounts)].sort((a, b) => a - b).map((account) => `${kind} ${account}`);
