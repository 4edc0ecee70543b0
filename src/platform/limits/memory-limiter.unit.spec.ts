import { describe, expect, it } from 'vitest';
import { MemoryLimiter } from './memory-limiter.js';

describe('a limiter in memory', () => {
  it('allows its points in a window that begins with the first use, then a new window', async () => {
    let nowMs = 0;
    const limiter = new MemoryLimiter({ points: 2, windowSeconds: 60, nowMs: () => nowMs });
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 });
    nowMs = 30_500;
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 30 });
    nowMs = 59_999;
    expect(await limiter.consume('a')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 });
    expect((await limiter.consume('b')).allowed).toBe(true);
    nowMs = 60_000;
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 });
    expect(await limiter.consume('b')).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('keeps its part of the points where several share them, and takes back what is not used', async () => {
    const limiter = new MemoryLimiter({ points: 3, windowSeconds: 60, processes: 2 });
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 1 });
    const { release } = await limiter.consume('a');
    expect(await limiter.consume('a')).toMatchObject({ allowed: false, remaining: 0 });
    await release();
    expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('counts a limited number of keys: the oldest goes', async () => {
    const limiter = new MemoryLimiter({ points: 1, windowSeconds: 60, keysMax: 2 });
    for (const key of ['a', 'b', 'c']) await limiter.consume(key);
    expect((await limiter.consume('b')).allowed).toBe(false);
    expect((await limiter.consume('c')).allowed).toBe(false);
    expect((await limiter.consume('a')).allowed).toBe(true);
  });
});
