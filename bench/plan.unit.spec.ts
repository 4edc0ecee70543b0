import { describe, expect, it } from 'vitest';
import { cellName, cellsOf, planOf } from './plan.js';

describe('the plan', () => {
  it('goes through the servers there and back, cell by cell', () => {
    const cells = cellsOf([16], [0]);
    const steps = planOf(cells, ['single', 'sandi', 'again'], 1);
    expect(steps.map(({ cell, server }) => `${cellName(cell)} ${server}`)).toEqual([
      ...['16/0 single', '16/0 sandi', '16/0 again', '16/0 again', '16/0 sandi', '16/0 single'],
      ...['open/0 single', 'open/0 sandi', 'open/0 again', 'open/0 again', 'open/0 sandi', 'open/0 single'],
    ]);
  });

  it('has every server once in each leg', () => {
    const servers = ['single', 'group', 'sandi'] as const;
    const steps = planOf(cellsOf([1, 64], [0, 150]), servers, 3);
    expect(steps).toHaveLength(6 * 6 * 3);
    const legs = new Set(steps.map(({ cell, leg, server }) => `${cellName(cell)} ${leg} ${server}`));
    expect(legs.size).toBe(steps.length);
  });
});
