import { OptionError, valuesOf, whole } from './command-line.js';
import { type Cell, cellsOf, type ServerName, SERVERS } from './plan.js';

export interface Options {
  cells: Cell[];
  servers: ServerName[];
  /** Each round measures the servers in order and then in reverse order. */
  rounds: number;
  rampMs: number;
  windowMs: number;
  openWindowMs: number;
  /** Sends to each server before the measurement. */
  warmUpSends: number;
  /** The rate of the open loads. */
  perSecond: number;
  accounts: number;
  /** Processes of the server `cluster`; 0: it is left out. */
  workers: number;
  /** The root of another checkout that was built, measured as `before`. */
  before: string | undefined;
  /** Connections to the database of Sandi and of each one-at-a-time server. */
  poolSize: number;
  /** If set, measures only the memory of Sandi over so many sends. */
  soakSends: number;
  /** The path of the Node.js that runs the measured servers. */
  node: string;
  jsonFile: string | undefined;
}

export const USAGE = `Measures Sandi beside hand-written servers, on a MariaDB and a gateway of their own.

  --connections LIST  closed loops (1,16,64,256)
  --delays LIST       the gateway's, in ms (0,150)
  --only LIST         of single,group,lean-single,lean-group,memory,sandi,before,sqlite,again (all; "single" is what the others are held against)
  --rounds N          there and back through the servers (3)
  --seconds N         each measured slice (2.5)
  --rate N            sends a second of the open loops (200)
  --accounts N        that the sends take turns with (100)
  --pool N            database connections of Sandi and of each one-at-a-time server (20)
  --before PATH       beside Sandi, the one that was built in another checkout
  --workers N         beside Sandi, a Sandi with WEB_CONCURRENCY=N (0: without)
  --node PATH         the Node that the servers run on (the one that runs this)
  --quick             one round of short slices: a look, not a measurement
  --soak N            instead: N sends through Sandi, and its memory
  --json FILE         all figures and samples
`;

const QUICK = { rounds: '1', seconds: '0.8' };
const USUAL = { rounds: '3', seconds: '2.5' };

const OPTIONS = {
  connections: { type: 'string', default: '1,16,64,256' },
  delays: { type: 'string', default: '0,150' },
  only: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  rate: { type: 'string', default: '200' },
  accounts: { type: 'string', default: '100' },
  pool: { type: 'string', default: '20' },
  workers: { type: 'string', default: '0' },
  before: { type: 'string' },
  quick: { type: 'boolean', default: false },
  node: { type: 'string', default: process.execPath },
  soak: { type: 'string', default: '0' },
  json: { type: 'string' },
} as const;

export function readOptions(args: readonly string[]): Options {
  const given = valuesOf(args, OPTIONS);
  const usual = given.quick ? QUICK : USUAL;
  const windowMs = 1000 * number('seconds', given.seconds ?? usual.seconds, 0.1, 600);
  const connections = listOf('connections', given.connections, 1, 2000);
  const workers = whole('workers', given.workers, 0, 64);
  return {
    cells: cellsOf(connections, listOf('delays', given.delays, 0, 10_000)),
    servers: serversOf(given.only, { cluster: workers > 0, before: given.before !== undefined }),
    rounds: whole('rounds', given.rounds ?? usual.rounds, 1, 100),
    rampMs: given.quick ? 300 : 500,
    windowMs,
    openWindowMs: 2 * windowMs,
    warmUpSends: given.quick ? 3000 : 10_000,
    perSecond: whole('rate', given.rate, 1, 10_000),
    accounts: whole('accounts', given.accounts, 1, 100),
    workers,
    before: given.before,
    poolSize: whole('pool', given.pool, 2, 100),
    soakSends: whole('soak', given.soak, 0, 100_000_000),
    node: given.node,
    jsonFile: given.json,
  };
}

/** @param given whether the options are set that the servers `cluster` and `before` need */
function serversOf(only: string | undefined, given: { cluster: boolean; before: boolean }): ServerName[] {
  const isGiven = (name: string) =>
    (name !== 'cluster' || given.cluster) && (name !== 'before' || given.before);
  const names = only?.split(',') ?? SERVERS.filter(isGiven);
  const strange = names.find((name) => !SERVERS.some((known) => known === name));
  if (strange !== undefined) throw new OptionError(`--only knows no ${strange}`);
  const missing = names.find((name) => !isGiven(name));
  if (missing !== undefined)
    throw new OptionError(`${missing} needs ${missing === 'cluster' ? '--workers' : '--before'}`);
  return SERVERS.filter((name) => names.includes(name));
}

function listOf(name: string, text: string, min: number, max: number): number[] {
  return text.split(',').map((part) => whole(name, part, min, max));
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new OptionError(`--${name} must be from ${min} to ${max}`);
  return value;
}
