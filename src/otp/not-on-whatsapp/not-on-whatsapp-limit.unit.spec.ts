import { expect, it } from 'vitest';
import { needsSends, reachedBy, sendsNeeded } from './not-on-whatsapp-limit.js';

const RULE = { max: 20, sharePercent: 30, sendsMin: 20 };

it.each([
  [0, 0, undefined],
  [19, 19, undefined],
  [20, 20, 20],
  [20, 10_000, 20],
  [5, 20, undefined],
  [6, 20, 6],
  [6, 21, undefined],
  [7, 23, 7],
  [7, 24, undefined],
  [19, 63, 19],
  [19, 64, undefined],
])('%i failures of %i sends', (failures, sends, expected) => {
  expect(reachedBy(RULE, failures, sends)).toBe(expected);
});

it('sends are counted only where the share may be reached, and no more than tell', () => {
  expect([5, 6, 19, 20].map((failures) => needsSends(RULE, failures))).toEqual([false, true, true, false]);
  for (let failures = 6; failures < 20; failures++) {
    const most = sendsNeeded(RULE, failures);
    for (let sends = 20; sends < 200; sends++)
      expect(reachedBy(RULE, failures, Math.min(sends, most)) === undefined).toBe(
        reachedBy(RULE, failures, sends) === undefined,
      );
  }
});
