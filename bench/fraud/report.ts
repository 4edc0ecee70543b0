import type { Figures } from './run.js';

export interface Result {
  name: string;
  runs: Figures[];
}

/** Shares over all runs; null if there was no attack. */
export function sharesOf(runs: readonly Figures[]) {
  const sum = (name: keyof Figures) => runs.reduce((total, figures) => total + figures[name], 0);
  const share = (part: keyof Figures, whole: keyof Figures) =>
    sum(whole) > 0 ? sum(part) / sum(whole) : null;
  return {
    caught: share('lateBlocked', 'late'),
    caughtInAll: share('pumpedBlocked', 'pumped'),
    honestBlocked: share('honestBlocked', 'honest'),
  };
}

const HEAD = ['', 'blocked after 10 minutes', 'blocked in all', 'honest sends blocked'];

export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ name, runs }) => {
    const { caught, caughtInAll, honestBlocked } = sharesOf(runs);
    return [name, percent(caught, 1), percent(caughtInAll, 1), percent(honestBlocked, 3)];
  });
  const widths = HEAD.map((_, at) => Math.max(...[HEAD, ...rows].map((row) => row[at]?.length ?? 0)));
  return [HEAD, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const percent = (share: number | null, digits: number) =>
  share === null ? '' : `${(100 * share).toFixed(digits)} %`;
