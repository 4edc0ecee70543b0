import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PerSourceLimiter } from './per-source-limiter.js';

describe('turns', () => {
  it('run so many of one source at once, in order, and those of another beside them', async () => {
    const turns = new PerSourceLimiter(2, 10);
    const started: string[] = [];
    const finish: (() => void)[] = [];
    const begin = (source: string, name: string) =>
      turns.run(source, () => {
        started.push(name);
        return new Promise<void>((resolve) => finish.push(resolve));
      });
    const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('a', 'a4'), begin('b', 'b1')];
    await setImmediate();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    finish[0]?.();
    await setImmediate();
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
    while (started.length < 5) {
      for (const end of finish) end();
      await setImmediate();
    }
    for (const end of finish) end();
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('pass on after a failure, and fail where too many wait', async () => {
    const turns = new PerSourceLimiter(1, 1);
    let fail = () => {};
    const first = turns.run(
      'a',
      () => new Promise<void>((_, reject) => (fail = () => reject(new Error('no')))),
    );
    const second = turns.run('a', () => Promise.resolve('second'));
    await expect(turns.run('a', () => Promise.resolve('third'))).rejects.toMatchObject({
      code: 'overloaded',
    });
    fail();
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe('second');
    expect(await turns.run('a', () => Promise.resolve('later'))).toBe('later');
  });
});
