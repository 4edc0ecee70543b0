import type { ServerName } from '../plan.js';
import type { Summary } from './summary.js';

/** What a run is held against. */
export interface Aim {
  text: string;
  value: number;
  /** What it has to be; `stretch` is what we would like it to be. */
  bound: { kind: 'at least' | 'at most'; limit: number; stretch?: number };
}

export type Verdict = 'met, with the stretch' | 'met' | 'missed' | 'not measured';

/** The loads that the throughput aims are means of. */
export const BUSY = [16, 64, 256];

const OPEN = { connections: null, delayMs: 0 };
const AT_64 = { connections: 64, delayMs: 0 };

/** @param memory peak of each server's process, in MiB */
export function aimsOf(summary: Summary, memory: ReadonlyMap<ServerName, number>): Aim[] {
  const least = (limit: number, stretch?: number) => ({ kind: 'at least', limit, stretch }) as const;
  const most = (limit: number) => ({ kind: 'at most', limit }) as const;
  const bySingle = (
    cell: typeof AT_64 | typeof OPEN,
    measure: 'p50Ms' | 'p99Ms' | 'serviceCpu' | 'databaseCpu',
  ) => summary.ratio('sandi', 'single', cell, measure);
  const name = (what: string) => `${what}, by one at a time`;
  return [
    {
      text: name('sends/s, mean of 16 to 256 connections, no delay'),
      value: summary.meanRatio('sandi', 'single', BUSY, 0),
      bound: least(2.8, 3.3),
    },
    {
      text: 'the same, by group commit',
      value: summary.meanRatio('sandi', 'group', BUSY, 0),
      bound: least(0.75, 0.85),
    },
    {
      text: name('sends/s, one connection, no delay'),
      value: summary.ratio('sandi', 'single', { connections: 1, delayMs: 0 }),
      bound: least(1.3),
    },
    {
      text: 'sends/s, 256 connections, 150 ms, by no database',
      value: summary.ratio('sandi', 'memory', { connections: 256, delayMs: 150 }),
      bound: least(0.85),
    },
    { text: name('added latency of arrivals, p50'), value: bySingle(OPEN, 'p50Ms'), bound: most(1) },
    { text: name('added latency of arrivals, p99'), value: bySingle(OPEN, 'p99Ms'), bound: most(1.1) },
    {
      text: name('CPU of the service, 64 connections'),
      value: bySingle(AT_64, 'serviceCpu'),
      bound: most(0.35),
    },
    {
      text: name('CPU of the database, 64 connections'),
      value: bySingle(AT_64, 'databaseCpu'),
      bound: most(0.25),
    },
    {
      text: name('peak memory'),
      value: (memory.get('sandi') ?? NaN) / (memory.get('single') ?? NaN),
      bound: most(1.4),
    },
  ];
}

export function verdictOf({ value, bound: { kind, limit, stretch } }: Aim): Verdict {
  if (Number.isNaN(value)) return 'not measured';
  const isMet = kind === 'at least' ? value >= limit : value <= limit;
  if (isMet && stretch !== undefined && value >= stretch) return 'met, with the stretch';
  return isMet ? 'met' : 'missed';
}
