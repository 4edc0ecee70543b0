import { type ServerName, TITLES } from '../plan.js';
import type { Measure } from './sample.js';
import type { Summary } from './summary.js';

/** A goal of a run, with the measured value. */
export interface Aim {
  text: string;
  value: number;
  /** The required value; `stretch`: the desired one. */
  bound: { kind: 'at least' | 'at most'; limit: number; stretch?: number };
}

export type Verdict = 'met, with the stretch' | 'met' | 'missed' | 'not measured';

/** The throughput aims are means over these numbers of connections. */
export const BUSY = [16, 64, 256];

const least = (limit: number, stretch?: number) => ({ kind: 'at least', limit, stretch }) as const;
const most = (limit: number) => ({ kind: 'at most', limit }) as const;

/** @param memory peak of each server's process, in MiB */
export function aimsOf(summary: Summary, memory: ReadonlyMap<ServerName, number>): Aim[] {
  const against = (by: ServerName) => aimsBy(by, summary, memory);
  const [full, lean] = [against('single'), against('lean-single')];
  return [
    full.busy(least(3, 3.3)),
    against('group').busy(least(0.8, 0.85)),
    full.sends(1, 0, least(1.3)),
    against('memory').sends(256, 150, least(0.85)),
    full.added('p50', most(1)),
    full.added('p99', most(1.1)),
    full.cpu('service', most(0.35)),
    full.cpu('database', most(0.25)),
    full.memory(most(1.4)),
    lean.busy(least(2.4)),
    against('lean-group').busy(least(0.6)),
    lean.sends(16, 0, least(1.5)),
    lean.sends(1, 0, least(0.9)),
    lean.added('p50', most(1.3)),
    lean.added('p99', most(1.5)),
    lean.cpu('service', most(0.4)),
    lean.cpu('database', most(0.25)),
    lean.memory(most(1.2)),
  ];
}

/** Makes aims that divide Sandi's figures by those of one server. */
function aimsBy(by: ServerName, summary: Summary, memory: ReadonlyMap<ServerName, number>) {
  const aim = (what: string, value: number, bound: Aim['bound']): Aim => {
    return { text: `${what}, by ${TITLES[by]}`, value, bound };
  };
  const ratio = (connections: number | null, delayMs: number, measure: Measure) =>
    summary.ratio('sandi', by, { connections, delayMs }, measure);
  const delayOf = (delayMs: number) => (delayMs === 0 ? 'no delay' : `${delayMs} ms`);
  const loopsOf = (count: number) => (count === 1 ? 'one connection' : `${count} connections`);
  return {
    busy: (bound: Aim['bound']) =>
      aim(
        `sends/s, mean of ${BUSY[0]} to ${BUSY.at(-1)} connections, no delay`,
        summary.meanRatio('sandi', by, BUSY, 0),
        bound,
      ),
    sends: (connections: number, delayMs: number, bound: Aim['bound']) =>
      aim(
        `sends/s, ${loopsOf(connections)}, ${delayOf(delayMs)}`,
        ratio(connections, delayMs, 'perSecond'),
        bound,
      ),
    added: (quantile: 'p50' | 'p99', bound: Aim['bound']) =>
      aim(`added latency of arrivals, ${quantile}`, ratio(null, 0, `${quantile}Ms`), bound),
    cpu: (of: 'service' | 'database', bound: Aim['bound']) =>
      aim(`CPU of the ${of}, 64 connections`, ratio(64, 0, `${of}Cpu`), bound),
    memory: (bound: Aim['bound']) =>
      aim('peak memory', (memory.get('sandi') ?? NaN) / (memory.get(by) ?? NaN), bound),
  };
}

export function verdictOf({ value, bound: { kind, limit, stretch } }: Aim): Verdict {
  if (Number.isNaN(value)) return 'not measured';
  const isMet = kind === 'at least' ? value >= limit : value <= limit;
  if (isMet && stretch !== undefined && value >= stretch) return 'met, with the stretch';
  return isMet ? 'met' : 'missed';
}
