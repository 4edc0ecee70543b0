import { beforeAll, describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from './assumptions.js';
import type { Engine } from './database.js';
import { type Layout, LAYOUTS, simulate } from './run.js';
import type { Figures } from './run-recorder.js';

const BASE = { seed: 1, seconds: 1, hotShare: 0.5, batchMax: 128 };

const figures = new Map<string, Figures>();

beforeAll(() => {
  for (const engine of ['server', 'galera'] as const)
    for (const layout of LAYOUTS)
      for (const instances of [1, 4])
        figures.set(`${engine} ${layout} ${instances}`, simulate({ ...BASE, engine, layout, instances }));
});

function of(engine: Engine, layout: Layout, instances: number): Figures {
  const found = figures.get(`${engine} ${layout} ${instances}`);
  if (!found) throw new Error('not simulated');
  return found;
}

describe('simulated instances over one database', { timeout: 60_000 }, () => {
  it('answer no more than the CPU of the instances and of the database allows', () => {
    const { cpuPerSendMs } = ASSUMPTIONS.instance;
    for (const [name, { sendsPerSecond, databaseShare }] of figures) {
      const instances = Number(name.split(' ')[2]);
      expect(sendsPerSecond).toBeLessThanOrEqual((1.02 * instances * 1000) / cpuPerSendMs);
      expect(databaseShare).toBeLessThanOrEqual(1);
    }
  });

  it('cost the server the CPU of every row, and of fewer transactions than one for each', () => {
    const { cores, cpuPerOpeningMs, cpuPerSettlingMs, cpuPerTransactionMs } = ASSUMPTIONS.database;
    const rowsMs = cpuPerOpeningMs + cpuPerSettlingMs;
    for (const instances of [1, 4]) {
      const { databaseShare, sendsPerSecond } = of('server', 'spread', instances);
      const cpuMs = (databaseShare * cores * 1000) / sendsPerSecond;
      expect(cpuMs).toBeGreaterThan(0.98 * rowsMs);
      expect(cpuMs).toBeLessThan(rowsMs + cpuPerTransactionMs);
    }
  });

  it('grow with their number where the accounts are many', () => {
    for (const engine of ['server', 'galera'] as const)
      expect(of(engine, 'spread', 4).sendsPerSecond).toBeGreaterThan(
        3.5 * of(engine, 'spread', 1).sendsPerSecond,
      );
  });

  it('do not where they all charge one account, and do again where it has its own instance', () => {
    for (const engine of ['server', 'galera'] as const) {
      const alone = of(engine, 'hot', 1).sendsPerSecond;
      expect(of(engine, 'hot', 4).sendsPerSecond).toBeLessThan(3 * alone);
      expect(of(engine, 'pinned', 4).sendsPerSecond).toBeGreaterThan(3.5 * alone);
    }
  });

  it('wait for rows on a server and lose to each other on Galera, where alone they do neither', () => {
    expect(of('server', 'hot', 4).lostShare).toBe(0);
    expect(of('server', 'hot', 4).rowWaitMs).toBeGreaterThan(5);
    expect(of('galera', 'hot', 4).lostShare).toBeGreaterThan(0.02);
    expect(of('galera', 'hot', 1).lostShare).toBe(0);
    expect(of('galera', 'pinned', 4).lostShare).toBeLessThan(of('galera', 'hot', 4).lostShare / 4);
  });

  it('share no more transactions than they may, which costs more of them', () => {
    const scenario = { ...BASE, engine: 'server', layout: 'hot', instances: 2 } as const;
    const [few, many] = [simulate({ ...scenario, batchMax: 4 }), simulate(scenario)];
    expect(few.batch).toBeLessThanOrEqual(4);
    expect(many.batch).toBeGreaterThan(8);
    expect(few.sendsPerSecond).toBeLessThan(0.7 * many.sendsPerSecond);
  });

  it('come to the same figures again with the same seed, and to others with another', () => {
    const scenario = { ...BASE, engine: 'galera', layout: 'hot', instances: 4 } as const;
    expect(simulate(scenario)).toEqual(of('galera', 'hot', 4));
    expect(simulate({ ...scenario, seed: 2 })).not.toEqual(of('galera', 'hot', 4));
  });
});
