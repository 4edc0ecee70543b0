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

  it('tells what is left of a window without counting a use', async () => {
    let nowMs = 0;
    const limiter = new MemoryLimiter({ points: 2, windowSeconds: 60, processes: 2, nowMs: () => nowMs });
    expect(await limiter.look('a')).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
    await limiter.consume('a');
    nowMs = 30_000;
    for (let i = 0; i < 3; i++)
      expect(await limiter.look('a')).toEqual({ allowed: false, remaining: 0, resetSeconds: 30 });
    nowMs = 60_000;
    expect((await limiter.look('a')).allowed).toBe(true);
  });

  it('forgets a key that is reset', async () => {
    const limiter = new MemoryLimiter({ points: 1, windowSeconds: 60 });
    await limiter.consume('a');
    await limiter.reset('a');
    expect((await limiter.consume('a')).allowed).toBe(true);
  });

  it('counts a limited number of keys: the oldest goes', async () => {
    const limiter = new MemoryLimiter({ points: 1, windowSeconds: 60, keysMax: 2 });
    for (const key of ['a', 'b', 'c']) await limiter.consume(key);
    expect((await limiter.consume('b')).allowed).toBe(false);
    expect((await limiter.consume('c')).allowed).toBe(false);
    expect((await limiter.consume('a')).allowed).toBe(true);
  });
});
