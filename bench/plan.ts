/** The servers of a run, in the order in which they are measured and shown. */
export const SERVERS = [
  'single',
  'group',
  'lean-single',
  'lean-group',
  'memory',
  'sandi',
  'before',
  'sqlite',
  'cluster',
  'again',
] as const;
export type ServerName = (typeof SERVERS)[number];

export const TITLES: Readonly<Record<ServerName, string>> = {
  single: 'one at a time',
  group: 'group commit',
  'lean-single': 'lean one at a time',
  'lean-group': 'lean group commit',
  memory: 'no database',
  sandi: 'Sandi',
  before: 'Sandi before',
  sqlite: 'Sandi on SQLite',
  cluster: 'Sandi, clustered',
  again: 'one at a time, again',
};

/** One of the loads under which every server is measured. */
export interface Cell {
  /** The connections of a closed loop; null: an open load. */
  connections: number | null;
  /** The delay of the gateway. */
  delayMs: number;
}

/** One server under one load. Steps of the same `leg` run in succession and are compared. */
export interface Step {
  cell: Cell;
  leg: number;
  server: ServerName;
}

export const cellName = ({ connections, delayMs }: Cell): string => `${connections ?? 'open'}/${delayMs}`;

/** All loads, open ones last. */
export function cellsOf(connections: readonly number[], delaysMs: readonly number[]): Cell[] {
  return [...connections.map(Number), null].flatMap((count) =>
    delaysMs.map((delayMs) => ({ connections: count, delayMs })),
  );
}

/** Each cell runs `rounds` times through the servers in order and in reverse, so that drifts of the machine cancel. */
export function planOf(cells: readonly Cell[], servers: readonly ServerName[], rounds: number): Step[] {
  return cells.flatMap((cell) =>
    Array.from({ length: 2 * rounds }, (_, leg) =>
      (leg % 2 === 0 ? servers : servers.toReversed()).map((server) => ({ cell, leg, server })),
    ).flat(),
  );
}
