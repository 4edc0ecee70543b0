import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../platform/time/clock.js';
import { hasReportSince, NEUTRAL, nextTrialAt, recordOf, type SentMessage } from './delivery-record.rules.js';

const NOW = new Date('2026-01-31T06:00:00Z');
const RULES = { ackExpectedSeconds: 60, watchdogMessages: 5 };

/** A message that was accepted so many seconds ago, and acknowledged after so many. */
const sent = (ageSeconds: number, ackSeconds?: number, failed = false): SentMessage => {
  const acceptedAt = addSeconds(NOW, -ageSeconds);
  const at = ackSeconds === undefined ? null : addSeconds(acceptedAt, ackSeconds);
  return { acceptedAt, deliveredAt: failed ? null : at, failedAt: failed ? at : null };
};
const series = (count: number, make: (ageSeconds: number) => SentMessage, fromSeconds = 100) =>
  Array.from({ length: count }, (_, i) => make(fromSeconds + i * 60));
const scoreOf = (messages: SentMessage[]) => recordOf(messages, RULES, NOW).score;
const delivered = (ageSeconds: number) => sent(ageSeconds, 2);
const lost = (ageSeconds: number) => sent(ageSeconds);

describe('a score', () => {
  it('begins where a device without a history stands', () => {
    expect(scoreOf([])).toBeCloseTo(NEUTRAL.score);
  });

  it('lies between 0 and 1, and rises with what arrives', () => {
    const scores = [0, 10, 25, 50].map((good) =>
      scoreOf([...series(good, delivered), ...series(50 - good, (age) => sent(age, 2, true), 10_000)]),
    );
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores[0]).toBeGreaterThanOrEqual(0);
    expect(scores[3]).toBeLessThanOrEqual(1);
    expect(scores[3]).toBeGreaterThan(0.98);
  });

  it('is not made or broken by one message', () => {
    expect(scoreOf([lost(100), ...series(20, delivered, 200)])).toBeGreaterThan(0.75);
    expect(scoreOf([delivered(100)])).toBeLessThan(0.95);
  });

  it('heeds the newest most', () => {
    const fails = (age: number) => sent(age, 2, true);
    const nowBad = scoreOf([...series(10, fails), ...series(30, delivered, 10_000)]);
    const onceBad = scoreOf([...series(30, delivered), ...series(10, fails, 10_000)]);
    expect(nowBad).toBeLessThan(onceBad - 0.2);
  });

  it('falls with late acknowledgements, to half at most', () => {
    const late = (seconds: number) => scoreOf(series(20, (age) => sent(age + 600, seconds)));
    expect(late(4)).toBeCloseTo(late(1));
    expect(late(30)).toBeLessThan(late(5));
    expect(late(400)).toBeCloseTo(late(5) / 2);
  });

  it('tells why: its reasons multiply to it', () => {
    const { score, why } = recordOf([lost(90), ...series(9, (age) => sent(age, 20), 200)], RULES, NOW);
    expect(why.map(({ factor, value }) => [factor, value])).toEqual([
      ['delivery_share', 0.9],
      ['ack_seconds', 20],
      ['unheard', 1],
    ]);
    expect(why.reduce((product, { effect }) => product * effect, 1)).toBeCloseTo(score);
  });
});

describe('messages too young to be acknowledged', () => {
  it('do not count, unless they are', () => {
    const history = series(20, delivered);
    expect(scoreOf([sent(10), sent(20), ...history])).toBeCloseTo(scoreOf(history));
    const { outcomes } = recordOf([sent(10), sent(20, 3), sent(61), sent(70, 1, true)], RULES, NOW);
    expect(outcomes).toEqual({ delivered: 1, failed: 1, unacknowledged: 1, waiting: 1 });
  });
});

describe('the watchdog', () => {
  const isSilent = (messages: SentMessage[]) => recordOf(messages, RULES, NOW).isSilent;

  it('barks when nothing is heard of so many messages in a row', () => {
    expect(isSilent([...series(4, lost), ...series(9, delivered, 1000)])).toBe(false);
    expect(isSilent([...series(5, lost), ...series(9, delivered, 1000)])).toBe(true);
  });

  it('waits until they should have been acknowledged', () => {
    expect(isSilent([sent(1), sent(2), sent(3), sent(4), sent(5), sent(59)])).toBe(false);
  });

  it('is quiet once anything is heard, a failure or a late delivery of an older message too', () => {
    expect(isSilent([sent(70, 5, true), ...series(6, lost)])).toBe(false);
    expect(isSilent([...series(6, lost), sent(1000, 990)])).toBe(false);
  });

  it('does not bark at a device that is slow', () => {
    const slow = Array.from({ length: 50 }, (_, i) => (i < 18 ? sent(i * 5) : sent(i * 5, 90)));
    expect(isSilent(slow)).toBe(false);
  });
});

describe('a degraded device', () => {
  const isHeard = (messages: SentMessage[], since: Date) =>
    hasReportSince(recordOf(messages, RULES, NOW), since, RULES);

  it('is heard by whatever came in since, and not by what came before', () => {
    const silent = [...series(5, lost), delivered(1000)];
    expect(isHeard(silent, NOW)).toBe(false);
    expect(isHeard([...silent, sent(2000, 1990)], addSeconds(NOW, -300))).toBe(true);
    expect(isHeard([sent(20, 5, true), ...silent], NOW)).toBe(true);
    expect(isHeard([], NOW)).toBe(false);
  });

  it('has no new report where the clock is a little behind that of the instance which degraded it', () => {
    const silent = [...series(5, lost, 55), delivered(1000)];
    expect(recordOf(silent, RULES, NOW).isSilent).toBe(false);
    expect(isHeard(silent, addSeconds(NOW, 10))).toBe(false);
  });
});

describe('the next trial', () => {
  const inSeconds = (trials: number) => (nextTrialAt(NOW, trials, 600).getTime() - NOW.getTime()) / 1000;

  it('is after the cooldown, then each time after twice as long', () => {
    expect([0, 1, 2, 3].map(inSeconds)).toEqual([600, 1800, 4200, 9000]);
  });

  it('never comes to an end, with a pause that stays the same at last', () => {
    const pauses = [11, 12, 20, 1000].map((trials) => inSeconds(trials + 1) - inSeconds(trials));
    expect(new Set(pauses).size).toBe(1);
    expect(pauses[0]).toBe(inSeconds(11) - inSeconds(10));
  });

  it('is never too far away for a date', () => {
    expect(Number.isFinite(inSeconds(10_000))).toBe(true);
  });
});
