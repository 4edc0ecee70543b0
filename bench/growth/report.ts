import type { Measured } from './measure.js';

const HEADER = ['median, ms', 'few', 'many', 'ratio', 'aim', ''] as const;

/** Whether what was measured keeps its aim; `undefined`: it has none. */
export function keepsAim({ probe: { aim }, smallMs, largeMs }: Measured): boolean | undefined {
  if (!aim) return undefined;
  return 'ms' in aim ? largeMs < aim.ms : largeMs <= aim.ratio * smallMs;
}

/** As a Markdown table. */
export function tableOf(results: readonly Measured[]): string {
  const rows = results.map(rowOf);
  const widths = HEADER.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lineOf(HEADER), lineOf(rule), ...rows.map(lineOf)].join('\n');
}

function rowOf(measured: Measured): string[] {
  const { probe, smallMs, largeMs } = measured;
  const { aim } = probe;
  const wanted = aim ? ('ms' in aim ? `< ${aim.ms} ms` : `≤ ${aim.ratio}`) : '';
  const kept = { true: 'kept', false: 'MISSED', undefined: '' }[`${keepsAim(measured)}`];
  return [probe.name, smallMs.toFixed(2), largeMs.toFixed(2), (largeMs / smallMs).toFixed(2), wanted, kept];
}
