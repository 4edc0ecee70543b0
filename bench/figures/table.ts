import { type Cell, cellName, type ServerName, TITLES } from '../plan.js';
import { type Aim, BUSY, verdictOf } from './aims.js';
import { markdownTable } from './markdown-table.js';
import type { Measure } from './sample.js';
import type { Summary } from './summary.js';

/** The tables of a run in Markdown, for the terminal and for docs/performance.md. */

export interface Run {
  summary: Summary;
  cells: readonly Cell[];
  servers: readonly ServerName[];
  /** Peak of each server's processes, in MiB. */
  memory: ReadonlyMap<ServerName, number>;
}

export function throughputTable(run: Run): string {
  const { summary, servers } = run;
  const rows = closedOf(run.cells).map((cell) => [
    loadOf(cell),
    ...servers.map((server) => figure(summary.median(server, cell, 'perSecond'))),
  ]);
  return markdownTable(['connections / delay', ...servers.map(titleOf)], rows);
}

/** Sandi's throughput divided by that of each hand-written server. */
export function ratiosTable({ summary, cells, servers }: Run): string {
  const others = servers.filter((server) => !['sandi', 'sqlite', 'cluster', 'again'].includes(server));
  const rows = closedOf(cells).map((cell) => [
    loadOf(cell),
    ...others.map((by) => times(summary.ratio('sandi', by, cell))),
  ]);
  return markdownTable(["Sandi's sends a second by those of", ...others.map(titleOf)], rows);
}

/** Each server's mean ratio to the one-at-a-time server. */
export function meansTable({ summary, cells, servers }: Run): string {
  const delays = [...new Set(cells.map(({ delayMs }) => delayMs))];
  const rows = delays.map((delayMs) => [
    `${BUSY.join(', ')} / ${delayMs} ms`,
    ...servers.map((server) => times(summary.meanRatio(server, 'single', BUSY, delayMs))),
  ]);
  return markdownTable(['mean ratio to one at a time', ...servers.map(titleOf)], rows);
}

export function latencyTable({ summary, cells, servers }: Run): string {
  const rows = closedOf(cells).map((cell) => [
    loadOf(cell),
    ...servers.map((server) => quantiles(summary, server, cell)),
  ]);
  return markdownTable(['latency p50 / p99, ms', ...servers.map(titleOf)], rows);
}

export function arrivalsTable({ summary, cells, servers }: Run, perSecond: number): string {
  const ofMeasure = (cell: Cell, server: ServerName, measure: Measure) =>
    times(summary.ratio(server, 'single', cell, measure));
  const rows = cells
    .filter(({ connections }) => connections === null)
    .flatMap((cell) => [
      [`${cell.delayMs} ms`, ...servers.map((server) => quantiles(summary, server, cell))],
      [
        'ratio to one at a time',
        ...servers.map(
          (server) => `${ofMeasure(cell, server, 'p50Ms')} / ${ofMeasure(cell, server, 'p99Ms')}`,
        ),
      ],
    ]);
  return markdownTable([`added p50 / p99, ms, at ${perSecond}/s`, ...servers.map(titleOf)], rows);
}

/** CPU time of service and database, in separate columns. */
export function cpuTable({ summary, cells, servers }: Run): string {
  const rows = cells.map((cell) => [
    loadOf(cell),
    ...servers.map((server) => {
      const of = (measure: Measure) => figure(summary.median(server, cell, measure));
      return server === 'memory' || server === 'sqlite'
        ? of('serviceCpu')
        : `${of('serviceCpu')} + ${of('databaseCpu')}`;
    }),
  ]);
  return markdownTable(['CPU s / 1000 sends, service + database', ...servers.map(titleOf)], rows);
}

export function memoryTable({ servers, memory }: Run): string {
  const row = ['peak memory, MiB', ...servers.map((server) => figure(memory.get(server) ?? NaN))];
  return markdownTable(['', ...servers.map(titleOf)], [row]);
}

export function aimsTable(aims: readonly Aim[]): string {
  const rows = aims.map((aim) => [aim.text, times(aim.value), boundOf(aim), verdictOf(aim)]);
  return markdownTable(['aim', 'measured', 'bound', ''], rows);
}

function boundOf({ bound: { kind, limit, stretch } }: Aim): string {
  return `${kind} ${limit}${stretch === undefined ? '' : ` (${stretch})`}`;
}

const titleOf = (server: ServerName) => TITLES[server];
const closedOf = (cells: readonly Cell[]) => cells.filter(({ connections }) => connections !== null);
const loadOf = (cell: Cell) => cellName(cell).replace('/', ' / ') + ' ms';

function quantiles(summary: Summary, server: ServerName, cell: Cell): string {
  return (['p50Ms', 'p99Ms'] as const)
    .map((measure) => figure(summary.median(server, cell, measure)))
    .join(' / ');
}

/** Formats a number with three significant digits. */
export function figure(value = NaN): string {
  if (Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

const times = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(2)}×`);
