import { describe, expect, it } from 'vitest';
import { OptionError } from './command-line.js';
import { readOptions } from './options.js';

describe('the options of the bench', () => {
  it('are four closed loops and one open one at two delays, if nothing is said', () => {
    const { cells, servers, rounds, windowMs, accounts, node } = readOptions([]);
    expect(cells).toHaveLength(10);
    expect(servers).toEqual([
      'single',
      'group',
      'lean-single',
      'lean-group',
      'memory',
      'sandi',
      'sqlite',
      'again',
    ]);
    expect({ rounds, windowMs, accounts }).toEqual({ rounds: 3, windowMs: 2500, accounts: 100 });
    expect(node).toBe(process.execPath);
  });

  it('take servers in their own order, and a cluster where it has workers', () => {
    expect(readOptions(['--only', 'sandi,single']).servers).toEqual(['single', 'sandi']);
    expect(readOptions(['--before', '/old']).servers).toContain('before');
    expect(() => readOptions(['--only', 'before'])).toThrow('before needs --before');
    expect(readOptions(['--workers', '2']).servers).toContain('cluster');
  });

  it('let what is said stand before what is quick', () => {
    expect(readOptions(['--quick', '--rounds', '2'])).toMatchObject({ rounds: 2, windowMs: 800 });
  });

  it.each([
    ['--rounds', '0'],
    ['--seconds', 'many'],
    ['--connections', '1,,2'],
    ['--only', 'everything'],
    ['--only', 'cluster'],
    ['--speed', '2'],
  ])('refuse %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(OptionError);
  });
});
