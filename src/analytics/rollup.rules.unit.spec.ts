import { describe, expect, it } from 'vitest';
import { latencySteps, quantile } from './delivery-time.rules.js';
import {
  CellSums,
  changesBetween,
  dayCells,
  type Facet,
  keyOf,
  OTHERS,
  OUTCOMES,
  type RollupCell,
  VALUES_MAX,
  zeroCounts,
} from './rollup.rules.js';

const cell = (
  part: Facet,
  hour: number,
  value: string,
  counts: Partial<RollupCell> = { sent: 1 },
): RollupCell => ({
  part,
  hour,
  value,
  ...zeroCounts(),
  ...counts,
});

/** By key: sent, delivered, failed, converted. */
const shown = (cells: readonly RollupCell[]) =>
  Object.fromEntries(cells.map((each) => [keyOf(each), OUTCOMES.map((outcome) => each[outcome]).join(' ')]));

describe('the cells of a day', () => {
  const hours = [cell('all', 12, ''), cell('all', 13, ''), cell('key', 12, '3'), cell('key', 13, '3')];

  it('are those of all messages by hour, and of each facet by day', () => {
    expect(shown(dayCells(hours, false))).toEqual({
      'all 12 ': '1 0 0 0',
      'all 13 ': '1 0 0 0',
      'key day 3': '2 0 0 0',
    });
  });

  it('are those of each facet by hour too, on detailed days', () => {
    expect(shown(dayCells(hours, true))).toEqual({
      'all 12 ': '1 0 0 0',
      'all 13 ': '1 0 0 0',
      'key 12 3': '1 0 0 0',
      'key 13 3': '1 0 0 0',
      'key day 3': '2 0 0 0',
    });
  });

  it('keep the most frequent values of a facet and sum the others: every facet adds up', () => {
    const many = Array.from({ length: VALUES_MAX + 30 }, (_, key) => cell('key', 12, String(key + 1)));
    const cells = dayCells([...many, cell('key', 12, String(VALUES_MAX + 30))], true);
    const keys = cells.filter(({ part, hour }) => part === 'key' && hour === null);
    expect(keys).toHaveLength(VALUES_MAX + 1);
    expect(keys.find(({ value }) => value === String(VALUES_MAX + 30))?.sent).toBe(2);
    expect(keys.find(({ value }) => value === OTHERS)?.sent).toBe(30);
    for (const hour of [12, null]) {
      const ofHour = cells.filter((each) => each.part === 'key' && each.hour === hour);
      expect(ofHour.reduce((sum, { sent }) => sum + sent, 0)).toBe(VALUES_MAX + 31);
    }
  });
});

describe('changes between cells', () => {
  const before = [
    cell('all', 12, '', { delivered: 1, failed: 1 }),
    cell('reason', 12, 'expired', { failed: 1 }),
    cell('latency', 12, '1', { delivered: 1 }),
  ];

  it('are none where nothing changed', () => {
    expect(changesBetween(before, structuredClone(before))).toEqual([]);
  });

  it('move a late delivery out of its failure reason', () => {
    const after = [
      cell('all', 12, '', { delivered: 2 }),
      cell('latency', 12, '1', { delivered: 1 }),
      cell('latency', 12, '600', { delivered: 1 }),
    ];
    expect(shown(changesBetween(before, after))).toEqual({
      'all 12 ': '0 1 -1 0',
      'reason 12 expired': '0 0 -1 0',
      'latency 12 600': '0 1 0 0',
    });
  });

  it('turn any cells into any others', () => {
    const after = [cell('key', 9, '9'), cell('all', 12, '', { converted: 4 })];
    const sums = new CellSums();
    for (const each of [...before, ...changesBetween(before, after)]) sums.add(each, each);
    const left = sums.cells.filter((each) => OUTCOMES.some((outcome) => each[outcome] !== 0));
    expect(shown(left)).toEqual(shown(after));
  });
});

describe('the time within which a share arrives', () => {
  const steps = (counts: Record<string, number>) => latencySteps(new Map(Object.entries(counts)));

  it('is interpolated within its step', () => {
    expect(quantile(steps({ 2: 100 }), 0.5)).toBe(1.5);
    expect(quantile(steps({ 1: 50, 10: 50 }), 0.5)).toBe(1);
    expect(quantile(steps({ 1: 50, 10: 50 }), 0.95)).toBeCloseTo(9.7);
  });

  it('is the end of the last step for longer times, and null without deliveries', () => {
    expect(quantile(steps({ longer: 3 }), 0.5)).toBe(86_400);
    expect(quantile(steps({}), 0.5)).toBeNull();
  });
});
