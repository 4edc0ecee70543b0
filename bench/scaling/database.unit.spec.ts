import { describe, expect, it } from 'vitest';
import { Draws } from '../fleet/draws.js';
import { Timetable } from '../fleet/time.js';
import { type Ending, type Engine, SimulatedDatabase } from './database.js';
import { pause, start } from './process.js';
import { openingOf } from './transactions.js';

interface Asked {
  instance: number;
  account: number;
  /** When the transaction begins. */
  atMs: number;
}

/** The endings of transactions and their times, in the order of `asked`. */
function endings(engine: Engine, asked: Asked[]): { ending: Ending | undefined; atMs: number }[] {
  const timetable = new Timetable(0);
  const database = new SimulatedDatabase(engine, 2, timetable, new Draws(1, 'flush'));
  const ends = asked.map(() => ({ ending: undefined as Ending | undefined, atMs: 0 }));
  asked.forEach(({ instance, account, atMs }, at) => {
    function* run() {
      yield pause(timetable, atMs);
      ends[at] = { ending: yield* database.run(instance, openingOf([account])), atMs: timetable.nowMs };
    }
    start(run());
  });
  timetable.run(10_000);
  return ends;
}

const together = (account: number) => [
  { instance: 0, account: 1, atMs: 0 },
  { instance: 1, account, atMs: 0.1 },
];

describe('a simulated server', () => {
  it('lets a transaction wait for the row of another until that one is committed', () => {
    const [first, second] = endings('server', together(1));
    const [, apart] = endings('server', together(2));
    expect(first?.ending).toBe('committed');
    expect(second?.ending).toBe('committed');
    expect(second?.atMs).toBeGreaterThan((first?.atMs ?? 0) + 1);
    expect(apart?.atMs).toBeLessThan(second?.atMs ?? 0);
  });
});

describe('a simulated Galera cluster', () => {
  it('certifies the first of two nodes that write a row, and not the second', () => {
    const [first, second] = endings('galera', together(1));
    expect(first?.ending).toBe('committed');
    expect(second?.ending).toBe('uncertified');
  });

  it('aborts a transaction whose row another node has written meanwhile', () => {
    const [first, second] = endings('galera', [
      { instance: 0, account: 1, atMs: 0 },
      { instance: 1, account: 1, atMs: 2.5 },
    ]);
    expect(first?.ending).toBe('committed');
    expect(second?.ending).toBe('aborted');
  });

  it('lets both commit that write different rows, or the same one after another', () => {
    const apart = endings('galera', together(2));
    const later = endings('galera', [
      { instance: 0, account: 1, atMs: 0 },
      { instance: 1, account: 1, atMs: 50 },
    ]);
    for (const { ending } of [...apart, ...later]) expect(ending).toBe('committed');
  });

  it('lets transactions of one node wait for each other as on a server', () => {
    const [first, second] = endings('galera', [
      { instance: 0, account: 1, atMs: 0 },
      { instance: 0, account: 1, atMs: 0.1 },
    ]);
    expect(first?.ending).toBe('committed');
    expect(second?.ending).toBe('committed');
  });
});
