import { describe, expect, it } from 'vitest';
import { OptionError } from '../command-line.js';
import { readOptions } from './options.js';

describe('the options of the fleet simulation', () => {
  it('are a week of 50 devices with five seeds, if nothing is said', () => {
    expect(readOptions([])).toEqual({
      seeds: [1, 2, 3, 4, 5],
      days: 7,
      devices: 50,
      messagesPerDay: 7500,
      withoutWhatsappShare: 0,
      comparesFallbacks: false,
      asJson: false,
    });
  });

  it('give each device its share of the messages where only devices are said', () => {
    const options = readOptions(['--devices', '10', '--seed', '7', '--runs', '2', '--json']);
    expect(options).toMatchObject({ seeds: [7, 8], devices: 10, messagesPerDay: 1500, asJson: true });
  });

  it.each([
    ['--days', '0'],
    ['--days', '1.5'],
    ['--no-whatsapp', '101'],
    ['--seed', '-1'],
    ['--devices', 'many'],
    ['--speed', '2'],
  ])('refuse %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(OptionError);
  });
});
