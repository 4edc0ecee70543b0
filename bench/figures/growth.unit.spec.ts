import { expect, it } from 'vitest';
import { growthOf } from './growth.js';

it('is flat where memory swings but does not climb, however it began', () => {
  const readings = [80, 120, 150, 148, 152, 149, 151, 147];
  expect(growthOf(readings)).toEqual({ ratio: 149 / 149, isFlat: true });
});

it('is not flat where it climbs', () => {
  expect(growthOf([100, 110, 120, 130, 140, 150, 160, 170]).isFlat).toBe(false);
});

it('of a single reading nothing can be said against it', () => {
  expect(growthOf([100])).toEqual({ ratio: 1, isFlat: true });
});
