import { describe, expect, it } from 'vitest';
import { Slots } from './slots.rules.js';

const filled = (slots: Slots, endpointId: number, isFailing: boolean): ((tookMs?: number) => void)[] => {
  const taken: ((tookMs?: number) => void)[] = [];
  while (slots.freeFor(endpointId, isFailing) > 0) taken.push(slots.take(endpointId, isFailing));
  return taken;
};

describe('the slots of a process', () => {
  it('give no endpoint more than its cap, and all together no more than there are', () => {
    const slots = new Slots({ total: 10, perEndpoint: 4 });
    expect([1, 2, 3, 4].map((id) => filled(slots, id, false).length)).toEqual([4, 4, 2, 0]);
    expect([slots.free, slots.busy]).toEqual([0, [1, 2, 3]]);
  });

  it('give a failing endpoint one, and failing ones half of all', () => {
    const slots = new Slots({ total: 10, perEndpoint: 4 });
    expect(filled(slots, 1, true)).toHaveLength(1);
    for (let id = 2; id <= 4; id++) slots.take(id, true);
    expect(slots.freeForLagging).toBe(1);
    slots.take(5, true);
    expect([slots.freeForLagging, slots.free]).toEqual([0, 5]);
  });

  it('count a slow endpoint among those that fail, but for its own cap, until it is quick again', () => {
    const slots = new Slots({ total: 10, perEndpoint: 4 });
    slots.take(1, false)(3_000);
    expect([slots.isLagging(1, false), slots.slowEndpoints]).toEqual([true, [1]]);
    const taken = filled(slots, 1, false);
    expect([taken.length, slots.freeForLagging, slots.free]).toEqual([4, 1, 6]);
    taken.pop()?.();
    expect(slots.isLagging(1, false)).toBe(true);
    for (const release of taken) release(2_999);
    expect([slots.isLagging(1, false), slots.freeForLagging]).toEqual([false, 5]);
  });

  it('come back', () => {
    const slots = new Slots({ total: 2, perEndpoint: 2 });
    for (const release of [...filled(slots, 1, false)]) release(100);
    expect([slots.free, slots.busy, slots.freeForLagging]).toEqual([2, [], 1]);
  });
});
