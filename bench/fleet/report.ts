import { markdownTable } from '../figures/markdown-table.js';
import type { Figures } from './run-recorder.js';
import { OURS, ROUND_ROBIN, type Strategy } from './strategy.js';

/** The figures of one strategy, run by run. */
export interface Result {
  strategy: Strategy;
  runs: Figures[];
}

/** One row of the table; `share`: of all messages. */
interface Row {
  name: string;
  of: keyof Figures;
  unit?: 'share' | 'seconds';
}

const ROWS: readonly Row[] = [
  { name: 'delivered within 5 min, %', of: 'delivered', unit: 'share' },
  { name: 'undelivered', of: 'undelivered' },
  { name: '… came too late', of: 'late' },
  { name: '… accepted, never heard of', of: 'lost' },
  { name: '… accepted, failed', of: 'failed' },
  { name: '… refused by the devices', of: 'refused' },
  { name: '… no device free', of: 'noCapacity' },
  { name: 'median to delivery, s', of: 'medianMs', unit: 'seconds' },
  { name: 'p95 to delivery, s', of: 'p95Ms', unit: 'seconds' },
  { name: 'bans', of: 'bans' },
  { name: 'restrictions', of: 'restrictions' },
  { name: 'cold-contact locks', of: 'coldLocks' },
  { name: 'messages past our caps', of: 'pastCaps' },
];

const SECOND_ROWS: readonly Row[] = [
  { name: 'sent by the second channel, %', of: 'second', unit: 'share' },
  { name: '… though WhatsApp delivered in time, %', of: 'unneeded', unit: 'share' },
];

/** Means over the runs with their standard deviation, as a Markdown table. */
export function tableOf(results: readonly Result[]): string {
  const hasSecond = results.some(({ strategy }) => strategy.fallback);
  const header = ['mean ± spread', ...results.map(({ strategy }) => strategy.name)];
  const rows = [...ROWS, ...(hasSecond ? SECOND_ROWS : [])].map((row) => [
    row.name,
    ...results.map(({ runs }) => cellOf(row, runs)),
  ]);
  return markdownTable(header, rows);
}

/** The reduction of undelivered messages against round robin, over all runs and for each run. */
export function fewerUndelivered(results: readonly Result[]): { overall: number; perRun: number[] } {
  const ours = undeliveredOf(results, OURS);
  const theirs = undeliveredOf(results, ROUND_ROBIN);
  const fewer = (a: number, b: number) => 1 - a / Math.max(1, b);
  return {
    overall: fewer(sum(ours), sum(theirs)),
    perRun: ours.map((count, run) => fewer(count, theirs[run] ?? 0)),
  };
}

function undeliveredOf(results: readonly Result[], { name }: Strategy): number[] {
  const found = results.find(({ strategy }) => strategy.name === name);
  return (found?.runs ?? []).map(({ undelivered }) => undelivered);
}

function cellOf({ of, unit }: Row, runs: readonly Figures[]): string {
  const values = runs.map((figures) => {
    if (unit === 'share') return (100 * figures[of]) / Math.max(1, figures.messages);
    return unit === 'seconds' ? figures[of] / 1000 : figures[of];
  });
  const mean = sum(values) / values.length;
  const spread = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / Math.max(1, values.length - 1));
  const digits = unit || mean < 100 ? 1 : 0;
  return `${mean.toFixed(digits)} ± ${spread.toFixed(digits)}`;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
