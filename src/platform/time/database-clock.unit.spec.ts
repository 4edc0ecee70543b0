import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Clock } from './clock.js';
import { DatabaseClock } from './database-clock.js';

const QUARTER_MS = 15 * 60_000;
/** A statement of a test takes less. */
const ALMOST_MS = 500;

class SetClock extends Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

const DATABASE = () => Promise.resolve(new Date());
const distanceMs = (clock: Clock, to = new Date()) => Math.abs(clock.now().getTime() - to.getTime());

function aClock(offsetMs = 0) {
  const machine = new SetClock();
  machine.offsetMs = offsetMs;
  return { machine, clock: new DatabaseClock(machine) };
}

describe('the clock of an instance', () => {
  it.each([QUARTER_MS, -QUARTER_MS, 2000, -86_400_000])(
    'is the database’s where the machine’s is %i ms off',
    async (offsetMs) => {
      const { clock } = aClock(offsetMs);
      expect(distanceMs(clock)).toBeGreaterThan(ALMOST_MS);
      await clock.adjust(DATABASE);
      expect(distanceMs(clock)).toBeLessThan(ALMOST_MS);
      expect(clock.skewSeconds).toBeCloseTo(offsetMs / 1000, 0);
    },
  );

  it('is the machine’s where the two agree to a second', async () => {
    const { machine, clock } = aClock(-900);
    await clock.adjust(DATABASE);
    expect(distanceMs(clock, machine.now())).toBeLessThan(100);
    expect(Math.abs(clock.skewSeconds)).toBeLessThan(0.1);
  });

  it('is the machine’s where the database has no other, as on SQLite', async () => {
    const { machine, clock } = aClock(QUARTER_MS);
    await clock.adjust(() => Promise.resolve(undefined));
    expect(distanceMs(clock, machine.now())).toBeLessThan(100);
    expect(clock.skewSeconds).toBeCloseTo(0, 1);
  });

  it('does not jump when the machine’s is set, and knows it at once', async () => {
    const { machine, clock } = aClock();
    await clock.adjust(DATABASE);
    machine.offsetMs = QUARTER_MS;
    expect(distanceMs(clock)).toBeLessThan(ALMOST_MS);
    expect(clock.skewSeconds).toBeCloseTo(900, 0);
  });

  it('follows a database that is another one after a failover', async () => {
    const { clock } = aClock();
    await clock.adjust(DATABASE);
    await clock.adjust(() => Promise.resolve(new Date(Date.now() + QUARTER_MS)));
    expect(distanceMs(clock, new Date(Date.now() + QUARTER_MS))).toBeLessThan(ALMOST_MS);
    expect(clock.skewSeconds).toBeCloseTo(-900, 0);
  });

  it('trusts no answer that was long under way, and stays as it was when none comes', async () => {
    const { clock } = aClock();
    await clock.adjust(DATABASE);
    await clock.adjust(async () => {
      await sleep(1100);
      return new Date(Date.now() + QUARTER_MS);
    });
    await expect(clock.adjust(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(distanceMs(clock)).toBeLessThan(ALMOST_MS);
  });
});
