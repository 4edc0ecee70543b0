import { expect, it } from 'vitest';
import { deliveredShare } from './delivered-share.rules';

it('is of all messages with a known outcome, failed and waiting ones too', () => {
  expect(deliveredShare({ delivered: 391, sent: 9, failed: 38 })).toBeCloseTo(0.893, 3);
  expect(deliveredShare({ delivered: 0, sent: 1, failed: 0 })).toBe(0);
  expect(deliveredShare({ delivered: 0, sent: 0, failed: 0 })).toBeNull();
});
