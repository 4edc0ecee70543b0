import { describe, expect, it } from 'vitest';
import type { DayMessage } from '../history/index.js';
import { latencySteps, quantile } from './delivery-time.rules.js';
import {
  type Cell,
  changesBetween,
  Fold,
  keyOf,
  nothing,
  OTHERS,
  OUTCOMES,
  PARTS,
  type Tally,
  VALUES_MAX,
} from './fold.rules.js';

const NOON = new Date('2026-01-31T12:00:00Z');
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const message = (change: Partial<DayMessage> = {}): DayMessage => ({
  status: 'sent',
  isConverted: false,
  apiKeyId: 3,
  deviceId: 1,
  failureReason: null,
  head: '6281',
  createdAt: NOON,
  deliveredAt: null,
  ...change,
});
const delivered = (seconds: number) => message({ status: 'delivered', deliveredAt: after(seconds) });

function folded(messages: readonly DayMessage[], isDetailed = false): Fold {
  const fold = new Fold((at) => at.getUTCHours(), isDetailed);
  for (const each of messages) fold.add(each);
  return fold;
}

const told = (cells: readonly Cell[]) =>
  Object.fromEntries(
    cells.map((cell) => [
      keyOf(cell),
      OUTCOMES.map((outcome) => cell[outcome])
        .join(' ')
        .trim(),
    ]),
  );

describe('messages added up', () => {
  it('are told by hour, and for the day by key, device, prefix, reason and time to delivery', () => {
    const fold = folded([
      message(),
      delivered(2),
      message({ status: 'delivered', deliveredAt: after(2), isConverted: true, apiKeyId: 4 }),
      message({ status: 'failed', failureReason: 'expired', head: '6285', deviceId: null }),
      message({ createdAt: after(3600) }),
    ]);
    // sent, delivered, failed, converted
    expect(told(fold.cells())).toEqual({
      'all 12 ': '1 2 1 1',
      'all 13 ': '1 0 0 0',
      'key day 3': '2 1 1 0',
      'key day 4': '0 1 0 1',
      'device day 1': '2 2 0 1',
      'device day ': '0 0 1 0',
      'prefix day 081': '2 2 0 1',
      'prefix day 085': '0 0 1 0',
      'reason day expired': '0 0 1 0',
      'latency day 2': '0 2 0 1',
    });
    expect(fold.total).toEqual({ sent: 2, delivered: 2, failed: 1, converted: 1 });
  });

  it('are told by the hours of each part too, where that is wanted', () => {
    expect(told(folded([message()], true).cells())).toEqual({
      'all 12 ': '1 0 0 0',
      'key 12 3': '1 0 0 0',
      'key day 3': '1 0 0 0',
      'device 12 1': '1 0 0 0',
      'device day 1': '1 0 0 0',
      'prefix 12 081': '1 0 0 0',
      'prefix day 081': '1 0 0 0',
    });
  });

  it('leave pending ones out, but for a code that was shown already', () => {
    const fold = folded([message({ status: 'pending' }), message({ status: 'pending', isConverted: true })]);
    expect(told(fold.cells())).toMatchObject({ 'all 12 ': '0 0 0 1', 'key day 3': '0 0 0 1' });
    expect(fold.size).toBe(2);
  });

  it('name a reason where none was kept, and no prefix that is not at home', () => {
    const cells = told(folded([message({ status: 'failed', head: '0000' })]).cells());
    expect(cells).toMatchObject({ 'reason day unknown': '0 0 1 0', [`prefix day ${OTHERS}`]: '0 0 1 0' });
  });

  it('keep the most frequent values of a part, and the others together: every part adds up', () => {
    const many = Array.from({ length: VALUES_MAX + 30 }, (_, key) => message({ apiKeyId: key + 1 }));
    const fold = folded([...many, message({ apiKeyId: VALUES_MAX + 30 })], true);
    const keys = fold.cells().filter(({ part, hour }) => part === 'key' && hour === null);
    expect(keys).toHaveLength(VALUES_MAX + 1);
    expect(keys.find(({ value }) => value === String(VALUES_MAX + 30))?.sent).toBe(2);
    expect(keys.find(({ value }) => value === OTHERS)?.sent).toBe(30);
    for (const hour of [12, null]) {
      const cells = fold.cells().filter((cell) => cell.part === 'key' && cell.hour === hour);
      expect(cells.reduce((sum, { sent }) => sum + sent, 0)).toBe(VALUES_MAX + 31);
    }
  });
});

describe('what has to be added', () => {
  const before = folded([delivered(1), message({ status: 'failed', failureReason: 'expired' })]).cells();

  it('is nothing where nothing moved', () => {
    expect(changesBetween(before, structuredClone(before))).toEqual([]);
  });

  it('takes a delivery that came after all out of its reason', () => {
    const now = folded([delivered(1), delivered(400)]).cells();
    expect(told(changesBetween(before, now))).toEqual({
      'all 12 ': '0 1 -1 0',
      'key day 3': '0 1 -1 0',
      'device day 1': '0 1 -1 0',
      'prefix day 081': '0 1 -1 0',
      'reason day expired': '0 0 -1 0',
      'latency day 600': '0 1 0 0',
    });
  });

  it('makes of any cells any others', () => {
    const [one, other] = [folded([delivered(1), message()], true), folded([message({ apiKeyId: 9 })])];
    const sums = new Map<string, Tally>();
    for (const cell of [...one.cells(), ...changesBetween(one.cells(), other.cells())]) {
      const sum = sums.get(keyOf(cell)) ?? nothing();
      for (const outcome of OUTCOMES) sum[outcome] += cell[outcome];
      sums.set(keyOf(cell), sum);
    }
    const left = [...sums].filter(([, sum]) => OUTCOMES.some((outcome) => sum[outcome] !== 0));
    expect(Object.fromEntries(left)).toEqual(
      Object.fromEntries(
        other
          .cells()
          .map(({ part: _, hour: __, value: ___, ...tally }, at) => [
            keyOf(other.cells()[at] as Cell),
            tally,
          ]),
      ),
    );
  });
});

describe('the time within which a share arrives', () => {
  const steps = (counts: Record<string, number>) => latencySteps(new Map(Object.entries(counts)));

  it('is read between the ends of its step', () => {
    expect(quantile(steps({ 2: 100 }), 0.5)).toBe(1.5);
    expect(quantile(steps({ 1: 50, 10: 50 }), 0.5)).toBe(1);
    expect(quantile(steps({ 1: 50, 10: 50 }), 0.95)).toBeCloseTo(9.7);
  });

  it('is the end of the last step for what took longer, and nothing of none', () => {
    expect(quantile(steps({ longer: 3 }), 0.5)).toBe(86_400);
    expect(quantile(steps({}), 0.5)).toBeNull();
  });

  it('has a step for every time', () => {
    expect(told(folded([delivered(0), delivered(1.001), delivered(1e6)]).cells())).toMatchObject({
      'latency day 1': '0 1 0 0',
      'latency day 2': '0 1 0 0',
      'latency day longer': '0 1 0 0',
    });
    expect(PARTS).toContain('latency');
  });
});
