import { describe, expect, it } from 'vitest';
import { Draws } from './draws.js';
import { Timetable } from './time.js';

describe('the timetable', () => {
  it('lets things happen in order of time, and those of one moment in the order they were made', () => {
    const timetable = new Timetable(0);
    const draws = new Draws(1, 'times');
    const made = Array.from({ length: 500 }, (_, order) => ({ atMs: draws.index(100), order }));
    const happened: typeof made = [];
    for (const one of made) timetable.at(one.atMs, () => happened.push(one));
    timetable.run(99);
    expect(happened).toEqual(made.toSorted((a, b) => a.atMs - b.atMs || a.order - b.order));
  });

  it('stops at its end, and takes up what happenings bring about', () => {
    const timetable = new Timetable(0);
    const at: number[] = [];
    const tick = () => {
      at.push(timetable.nowMs);
      timetable.at(timetable.nowMs + 10, tick);
    };
    tick();
    timetable.run(35);
    expect(at).toEqual([0, 10, 20, 30]);
  });
});

describe('draws', () => {
  it('are the same for a seed and purpose, and others for another purpose', () => {
    const of = (seed: number, purpose: string) => new Draws(seed, purpose).share();
    expect(of(1, 'device 1')).toBe(of(1, 'device 1'));
    expect(of(1, 'device 1')).not.toBe(of(1, 'device 2'));
    expect(of(1, 'device 1')).not.toBe(of(2, 'device 1'));
  });

  it('have the median and the mean that they were asked for', () => {
    const draws = new Draws(1, 'many');
    const around = Array.from({ length: 10_001 }, () => draws.around(100, 0.5)).sort((a, b) => a - b);
    expect(around[5000]).toBeGreaterThan(95);
    expect(around[5000]).toBeLessThan(105);
    const waits = Array.from({ length: 10_000 }, () => draws.wait(100));
    expect(waits.reduce((sum, wait) => sum + wait, 0) / waits.length).toBeCloseTo(100, -1);
  });
});
