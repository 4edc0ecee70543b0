import { expect, it } from 'vitest';
import { Summary } from './summary.js';
import { aimsTable, figure, ratiosTable, throughputTable } from './table.js';

it.each([
  [1234.5, '1235'],
  [99.94, '99.9'],
  [0.012345, '0.0123'],
  [NaN, '–'],
])('writes %d as %s', (value, expected) => {
  expect(figure(value)).toBe(expected);
});

it('has a row for each closed load, and a column for each server', () => {
  const cell = { connections: 16, delayMs: 0 };
  const common = { cell, leg: 0, p50Ms: 1, p99Ms: 2, serviceCpu: 1, databaseCpu: 1, toolsCpu: 1 };
  const summary = new Summary([
    { ...common, server: 'single', perSecond: 250 },
    { ...common, server: 'sandi', perSecond: 750 },
  ]);
  const cells = [cell, { connections: null, delayMs: 0 }];
  const run = { summary, cells, servers: ['single', 'sandi'] as const, memory: new Map() };
  expect(rowsOf(throughputTable(run))).toEqual([
    ['connections / delay', 'one at a time', 'Sandi'],
    ['16 / 0 ms', '250', '750'],
  ]);
  expect(rowsOf(ratiosTable(run))).toEqual([
    ["Sandi's sends a second by those of", 'one at a time'],
    ['16 / 0 ms', '3.00×'],
  ]);
});

/** The cells of a table by row, without the line below the header. */
function rowsOf(table: string): string[][] {
  const rows = table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((text) => text.trim()),
  );
  return rows.toSpliced(1, 1);
}

it('says of each aim what it asks and whether it is met', () => {
  const aim = { text: 'as quick', value: 2, bound: { kind: 'at least', limit: 1.5, stretch: 3 } } as const;
  expect(aimsTable([aim])).toContain('| as quick |    2.00× | at least 1.5 (3) | met |');
});
