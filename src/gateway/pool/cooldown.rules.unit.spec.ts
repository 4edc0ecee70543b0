import { describe, expect, it } from 'vitest';
import { afterFailure, type DeviceFailure, levelAt, NO_COOLDOWN } from './cooldown.rules.js';

const COOLDOWN_MS = 30_000;

/** The cooldown after these failures, all at time 0. */
const after = (...failures: DeviceFailure[]) =>
  failures.reduce((rest, failure) => afterFailure(rest, failure, 0, COOLDOWN_MS), NO_COOLDOWN);

describe('a device that fails', () => {
  it('is not at rest before its first failure', () => {
    expect(levelAt(NO_COOLDOWN, 0)).toBe('none');
  });

  it.each(['busy', 'unreachable', 'unusable', 'silent'] as const)(
    'is demoted shortly by one failure: %s',
    (failure) => {
      expect(levelAt(after(failure), 1999)).toBe('demoted');
      expect(levelAt(after(failure), 2000)).toBe('none');
    },
  );

  it.each(['unreachable', 'unusable'] as const)(
    'is out for the cooldown after three in a row: %s',
    (failure) => {
      const rest = after(failure, failure, failure);
      expect(levelAt(rest, COOLDOWN_MS - 1)).toBe('out');
      expect(levelAt(rest, COOLDOWN_MS)).toBe('none');
    },
  );

  it('is demoted for the cooldown, and not out, when three outcomes in a row are unknown', () => {
    expect(levelAt(after('silent', 'silent', 'silent'), COOLDOWN_MS - 1)).toBe('demoted');
  });

  it('is never out for being busy, however often', () => {
    const rest = after('busy', 'busy', 'busy', 'busy', 'busy');
    expect(levelAt(rest, 1999)).toBe('demoted');
    expect(levelAt(rest, 2000)).toBe('none');
  });

  it('is out as long as its gateway says that it is busy, a day at most', () => {
    const paused = afterFailure(NO_COOLDOWN, 'busy', 0, COOLDOWN_MS, 3600);
    expect(levelAt(paused, 3_599_999)).toBe('out');
    expect(levelAt(paused, 3_600_000)).toBe('none');
    expect(levelAt(afterFailure(paused, 'busy', 1000, COOLDOWN_MS), 3_599_999)).toBe('out');
    expect(levelAt(afterFailure(paused, 'busy', 3_600_000, COOLDOWN_MS), 3_600_001)).toBe('demoted');
    const days = afterFailure(NO_COOLDOWN, 'busy', 0, COOLDOWN_MS, 1e9);
    expect(levelAt(days, 86_400_000)).toBe('none');
  });

  it('was reached when it was busy: the count starts again', () => {
    expect(levelAt(after('unreachable', 'unreachable', 'busy', 'unreachable', 'unreachable'), 0)).toBe(
      'demoted',
    );
  });

  it('is out again at once when the first try after its rest fails', () => {
    const tried = afterFailure(after('unusable', 'unusable', 'unusable'), 'unusable', 40_000, COOLDOWN_MS);
    expect(levelAt(tried, 69_999)).toBe('out');
  });

  it('never rests longer than the cooldown', () => {
    expect(levelAt(afterFailure(NO_COOLDOWN, 'busy', 0, 1000), 1000)).toBe('none');
  });
});
