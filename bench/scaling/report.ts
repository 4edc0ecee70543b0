import { markdownTable } from '../figures/markdown-table.js';
import type { Scenario } from './run.js';
import type { Figures } from './run-recorder.js';

/** The figures of one scenario. */
export interface Result extends Pick<Scenario, 'engine' | 'layout' | 'instances'> {
  figures: Figures;
}

const LAYOUT_NAMES = {
  spread: 'many accounts',
  hot: 'one hot, at all instances',
  pinned: 'one hot, at its own instance',
} as const satisfies Record<Scenario['layout'], string>;

const percent = (share: number) => (100 * share).toFixed(share > 0 && share < 0.095 ? 1 : 0);

const COLUMNS: readonly { name: string; of: (figures: Figures) => string }[] = [
  { name: 'sends/s', of: ({ sendsPerSecond }) => sendsPerSecond.toFixed(0) },
  { name: 'hot account/s', of: ({ hotPerSecond }) => (hotPerSecond > 0 ? hotPerSecond.toFixed(0) : '–') },
  { name: 'least instance/s', of: ({ leastPerSecond }) => leastPerSecond.toFixed(0) },
  { name: 'batch', of: ({ batch }) => batch.toFixed(1) },
  { name: 'conflicts, %', of: ({ lostShare }) => percent(lostShare) },
  { name: 'given up/s', of: ({ givenUpPerSecond }) => givenUpPerSecond.toFixed(0) },
  { name: 'p99, ms', of: ({ p99Ms }) => p99Ms.toFixed(0) },
  { name: 'database CPU, %', of: ({ databaseShare }) => percent(databaseShare) },
];

/** One engine's results as a Markdown table. */
export function tableOf(results: readonly Result[]): string {
  const header = ['accounts', 'instances', ...COLUMNS.map(({ name }) => name)];
  const rows = results.map(({ layout, instances, figures }) => [
    LAYOUT_NAMES[layout],
    String(instances),
    ...COLUMNS.map(({ of }) => of(figures)),
  ]);
  return markdownTable(header, rows);
}
