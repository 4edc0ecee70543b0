import { valuesOf, whole } from '../command-line.js';

export interface Options {
  /** Messages in the large database. */
  messages: number;
  /** Messages in the small database. */
  small: number;
  /** How often each request is sent to each database. */
  rounds: number;
  bufferPoolMb: number;
  /** Whether to run and time the ledger audit of the filled databases. */
  books: boolean;
  /** Whether to count rows instead of measuring times. */
  rows: boolean;
}

export const USAGE = `Measures what a long history costs: one database with many messages beside one with few.

  --messages N    messages of the large one (5000000); two in five are one account's, one in 49 one phone's
  --small N       messages of the small one (10000)
  --rounds N      how often each request is made of each (60)
  --buffer-mb N   MariaDB's buffer pool (1024)
  --books         checks the books of both, too
  --rows          counts the rows that the database goes through, instead of the time: for a machine that is not quiet
`;

const OPTIONS = {
  messages: { type: 'string', default: '5000000' },
  small: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '60' },
  'buffer-mb': { type: 'string', default: '1024' },
  books: { type: 'boolean', default: false },
  rows: { type: 'boolean', default: false },
} as const;

export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args, OPTIONS);
  return {
    messages: whole('messages', values.messages, 5000, 20_000_000),
    small: whole('small', values.small, 5000, 1_000_000),
    rounds: whole('rounds', values.rounds, 1, 10_000),
    bufferPoolMb: whole('buffer-mb', values['buffer-mb'], 64, 65_536),
    books: values.books,
    rows: values.rows,
  };
}
