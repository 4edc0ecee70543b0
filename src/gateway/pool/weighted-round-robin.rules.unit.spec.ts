import { describe, expect, it } from 'vitest';
import { COOLDOWN_LEVELS } from './cooldown.rules.js';
import { DEVICE_HEALTHS } from './local-device-health.rules.js';
import {
  type Candidate,
  classOf,
  type DeviceClass,
  newRoundRobinState,
  WeightedRoundRobin,
} from './weighted-round-robin.rules.js';

interface Device extends Candidate {
  name: string;
}

const device = (name: string, rest: Partial<Candidate> = {}): Device => ({
  name,
  class: 'well',
  score: 0.9,
  weight: 1,
  turn: newRoundRobinState(),
  isFamiliar: false,
  ...rest,
});

const picks = (spread: WeightedRoundRobin, devices: Device[], count: number) =>
  Array.from({ length: count }, () => spread.next(devices)?.name);
const counts = (names: (string | undefined)[]) =>
  names.reduce<Record<string, number>>((all, name = '') => ({ ...all, [name]: (all[name] ?? 0) + 1 }), {});

describe('the spread', () => {
  it('takes equal devices in turn, the least recently used first', () => {
    const devices = [device('a'), device('b'), device('c')];
    expect(picks(new WeightedRoundRobin(), devices, 7).join('')).toBe('abcabca');
  });

  it('gives shares by weight, smoothly', () => {
    const devices = [device('a', { weight: 3 }), device('b')];
    const names = picks(new WeightedRoundRobin(), devices, 40);
    expect(counts(names)).toEqual({ a: 30, b: 10 });
    expect(names.join('')).not.toMatch(/a{5}|bb/);
  });

  it('gives a device that delivers worse much less, but not nothing', () => {
    const devices = [device('well', { score: 0.9 }), device('poor', { score: 0.45 })];
    const { well = 0, poor = 0 } = counts(picks(new WeightedRoundRobin(), devices, 170));
    expect(well).toBe(160);
    expect(poor).toBe(10);
  });

  it('lets a device that comes back catch up on nothing', () => {
    const spread = new WeightedRoundRobin();
    const [a, b] = [device('a'), device('b')];
    picks(spread, [a, b], 5);
    picks(spread, [a], 100);
    expect(counts(picks(spread, [a, b], 10))).toEqual({ a: 5, b: 5 });
  });

  it('gives a device its full share again as soon as its score is back', () => {
    const spread = new WeightedRoundRobin();
    const [a, b] = [device('a', { score: 0.1 }), device('b')];
    picks(spread, [a, b], 50);
    a.score = 0.9;
    expect(counts(picks(spread, [a, b], 12))).toEqual({ a: 6, b: 6 });
  });

  it('does not make up for long for what a device was given as the recipients’ own', () => {
    const spread = new WeightedRoundRobin();
    const [a, b] = [device('a', { isFamiliar: true }), device('b')];
    expect(counts(picks(spread, [a, b], 200))).toEqual({ a: 200 });
    a.isFamiliar = false;
    picks(spread, [a, b], 20);
    expect(counts(picks(spread, [a, b], 20))).toEqual({ a: 10, b: 10 });
  });

  it('never ends with a device whose score is nothing', () => {
    expect(picks(new WeightedRoundRobin(), [device('a', { score: 0 })], 3)).toEqual(['a', 'a', 'a']);
  });

  it('is none of an empty pool', () => {
    expect(new WeightedRoundRobin().next([])).toBeUndefined();
  });
});

describe('classes', () => {
  const one = (classes: (DeviceClass | null)[]) =>
    new WeightedRoundRobin().next(classes.map((its) => device(String(its), { class: its })))?.name;

  it('come one after the other: on trial, well, demoted, degraded', () => {
    expect(one(['well', 'trial'])).toBe('trial');
    expect(one(['degraded', 'demoted', 'well'])).toBe('well');
    expect(one(['degraded', 'demoted'])).toBe('demoted');
    expect(one(['degraded', null])).toBe('degraded');
    expect(one([null])).toBeUndefined();
  });

  it.each(DEVICE_HEALTHS)('never take one that is %s and rests', (health) => {
    for (const hasTrial of [true, false]) expect(classOf(health, 'out', hasTrial)).toBeNull();
  });

  it.each(['restricted', 'disconnected', 'not_linked'] as const)('never take one that is %s', (health) => {
    for (const rest of COOLDOWN_LEVELS) expect(classOf(health, rest, false)).toBeNull();
  });

  it('take one that is well, or is only demoted', () => {
    expect(classOf('well', 'none', false)).toBe('well');
    expect(classOf('well', 'demoted', false)).toBe('demoted');
  });

  it.each(['none', 'demoted'] as const)(
    'take a degraded one, first where it has a trial; rest: %s',
    (rest) => {
      expect(classOf('degraded', rest, true)).toBe('trial');
      expect(classOf('degraded', rest, false)).toBe('degraded');
    },
  );
});

describe('the recipient’s own device', () => {
  it('is kept while it is about as good as the best', () => {
    const devices = [device('best', { score: 0.95 }), device('own', { score: 0.86, isFamiliar: true })];
    expect(picks(new WeightedRoundRobin(), devices, 5)).toEqual(Array(5).fill('own'));
  });

  it('is left when it is clearly worse, or not as well', () => {
    const best = device('best', { score: 0.95 });
    expect(new WeightedRoundRobin().next([best, device('own', { score: 0.8, isFamiliar: true })])?.name).toBe(
      'best',
    );
    const demoted = device('own', { class: 'demoted', isFamiliar: true });
    expect(new WeightedRoundRobin().next([demoted, best])?.name).toBe('best');
  });

  it('pays for it with its share of the others', () => {
    const spread = new WeightedRoundRobin();
    const [a, b] = [device('a'), device('b')];
    picks(spread, [{ ...a, isFamiliar: true }, b], 5);
    expect(picks(spread, [a, b], 5)).toEqual(Array(5).fill('b'));
  });
});
