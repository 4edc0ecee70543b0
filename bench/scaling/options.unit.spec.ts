import { describe, expect, it } from 'vitest';
import { OptionError } from '../command-line.js';
import { readOptions } from './options.js';

describe('the options of the scaling simulation', () => {
  it('are one to sixteen instances, if nothing is said', () => {
    expect(readOptions([])).toEqual({
      seed: 1,
      seconds: 2,
      instances: [1, 2, 4, 8, 16],
      hotShare: 0.5,
      batchMax: 128,
      asJson: false,
    });
  });

  it('take a list of numbers, and a share in percent', () => {
    const options = readOptions(['--instances', '3,5', '--hot-share', '100', '--json']);
    expect(options).toMatchObject({ instances: [3, 5], hotShare: 1, asJson: true });
  });

  it.each([
    ['--instances', '1,,2'],
    ['--instances', '65'],
    ['--hot-share', '0'],
    ['--seconds', '0.5'],
    ['--speed', '2'],
  ])('refuse %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(OptionError);
  });
});
