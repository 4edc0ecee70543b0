import { describe, expect, it } from 'vitest';
import { choose, type Standing } from './choice.js';

const device = (name: string, standing: Standing, lastUsed = 0) => ({ name, standing, lastUsed });

describe('the device of the next send', () => {
  it('is the least recently used one', () => {
    const devices = [device('a', 'available', 3), device('b', 'available', 1), device('c', 'available', 2)];
    expect(choose(devices)?.name).toBe('b');
  });

  it('is the first of those that were never used', () => {
    expect(choose([device('a', 'available'), device('b', 'available')])?.name).toBe('a');
  });

  it('is a demoted one only when there is no better', () => {
    const demoted = device('a', 'demoted');
    expect(choose([demoted, device('b', 'available', 9)])?.name).toBe('b');
    expect(choose([demoted, device('b', 'cooling')])?.name).toBe('a');
  });

  it.each(['cooling', 'disconnected'] as const)('is never one that is %s', (standing) => {
    expect(choose([device('a', standing)])).toBeUndefined();
  });

  it('is none of an empty pool', () => {
    expect(choose([])).toBeUndefined();
  });
});
