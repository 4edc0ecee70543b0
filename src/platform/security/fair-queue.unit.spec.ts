import { describe, expect, it } from 'vitest';
import { FairQueue, type QueuedCaller } from './fair-queue.js';

/** A queue of tasks that end on request; `served` lists them in the order in which they began. */
function startQueue(atOnce: number, waitingMax = 100) {
  const turns = new FairQueue(atOnce, waitingMax);
  const served: string[] = [];
  const ends: (() => void)[] = [];
  return {
    served,
    ask: (name: string, turn: QueuedCaller) =>
      turns.run(turn, () => {
        served.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    endAll: async () => {
      for (let end = ends.shift(); end; end = ends.shift()) {
        end();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe('work that waits its turn', () => {
  it('of one address delays itself, and not that of another', async () => {
    const { ask, served, endAll } = startQueue(1);
    for (let i = 0; i < 90; i++) void ask(`flood-${i % 9}`, { key: `flood-${i % 9}` });
    void ask('newcomer', { key: 'newcomer' });
    await endAll();
    expect(served).toHaveLength(91);
    expect(served.indexOf('newcomer')).toBeLessThan(12);
  });

  it('of an owner at a known address goes first', async () => {
    const { ask, served, endAll } = startQueue(2);
    for (let i = 0; i < 60; i++) void ask('flood', { key: `flood-${i}` });
    void ask('owner', { key: 'user:1', isFirst: true });
    await endAll();
    expect(served.indexOf('owner')).toBe(2);
  });

  it('of one account does not fill the first line', async () => {
    const { ask, served, endAll } = startQueue(1);
    void ask('running', { key: 'x' });
    for (let i = 0; i < 50; i++) void ask('flood', { key: 'user:1', isFirst: true });
    void ask('owner', { key: 'user:2', isFirst: true });
    await endAll();
    expect(served.indexOf('owner')).toBeLessThan(4);
    expect(served).toHaveLength(52);
  });

  it('is turned away beyond the bound, where the first line still takes an owner', async () => {
    const { ask, served, endAll } = startQueue(1, 3);
    for (let i = 0; i < 4; i++) void ask('flood', { key: `flood-${i}` });
    await expect(ask('late', { key: 'late' })).rejects.toMatchObject({ code: 'overloaded' });
    void ask('owner', { key: 'user:1', isFirst: true });
    await endAll();
    expect(served[1]).toBe('owner');
  });

  it('of the address that asks most is turned away first where no more may wait', async () => {
    const { ask, served, endAll } = startQueue(1, 4);
    const flood = Array.from({ length: 5 }, () =>
      ask('flood', { key: 'flood' }).catch(({ code }: { code: string }) => code),
    );
    void ask('newcomer', { key: 'newcomer' });
    await endAll();
    expect(served).toEqual(['flood', 'flood', 'newcomer', 'flood', 'flood']);
    expect(await flood[4]).toBe('overloaded');
  });

  it('gives its place on after a failure', async () => {
    const turns = new FairQueue(1, 1);
    const failed = turns.run({ key: 'a' }, () => Promise.reject(new Error('no')));
    const after = turns.run({ key: 'b' }, () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('no');
    expect(await after).toBe('done');
  });
});
