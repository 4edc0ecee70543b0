import { describe, expect, it } from 'vitest';
import { scaleTop } from './scale.rules';

const powers = Array.from({ length: 7 }, (_, power) => 10 ** power);

describe('the top of a scale', () => {
  it('is a number that is easily read', () => {
    const tops = [[], [0], [1], [3], [7], [11], [13, 4], [121], [250], [999], [1001], [12_345]].map(scaleTop);
    expect(tops).toEqual([2, 2, 2, 4, 8, 12, 16, 160, 300, 1000, 1200, 16_000]);
  });

  it('has room for the highest, wastes less than half, and has a half that is whole', () => {
    const heights = powers.flatMap((power) =>
      Array.from({ length: 90 }, (_, at) => power + at * (power / 10)),
    );
    for (const height of heights.map(Math.ceil).filter((one) => one > 2)) {
      const top = scaleTop([1, height]);
      expect(top, String(height)).toBeGreaterThanOrEqual(height);
      expect(top, String(height)).toBeLessThan(2 * height);
      expect(top % 2, String(height)).toBe(0);
    }
  });
});
