import type { Measure, Measured } from './measure.js';

/** Whether a measurement meets its aim; `undefined` if it has none. */
export function keepsAim(
  { slack }: Measure,
  { probe: { aim }, small, large }: Measured,
): boolean | undefined {
  if (!aim) return undefined;
  if ('ratio' in aim) return large <= aim.ratio * small + slack;
  return slack > 0 ? undefined : large < aim.ms;
}

/** As a Markdown table. */
export function tableOf(measure: Measure, results: readonly Measured[]): string {
  const header = [measure.title, 'few', 'many', 'ratio', 'aim', ''];
  const rows = results.map((measured) => rowOf(measure, measured));
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lineOf(header), lineOf(rule), ...rows.map(lineOf)].join('\n');
}

function rowOf(measure: Measure, measured: Measured): string[] {
  const { probe, small, large } = measured;
  const { aim } = probe;
  const { digits } = measure;
  const kept = keepsAim(measure, measured);
  const bound = aim && 'ms' in aim ? `< ${aim.ms} ms` : aim ? `≤ ${aim.ratio}` : '';
  const word = { true: 'kept', false: 'MISSED', undefined: '' }[`${kept}`];
  const figures = [small.toFixed(digits), large.toFixed(digits), (large / small).toFixed(2)];
  return [probe.name, ...figures, kept === undefined ? '' : bound, word];
}
