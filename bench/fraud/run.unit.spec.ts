import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../fleet/time.js';
import { ATTACKS } from './assumptions.js';
import { sharesOf } from './report.js';
import { simulate } from './run.js';

const DAY = { seed: 1, sendsPerDay: 5000, hasClients: true, attack: null };

describe('a day under the guard against fraud', { timeout: 60_000 }, () => {
  it.each(ATTACKS)(
    'blocks more than 95 % of “$name” after ten minutes, and hardly anybody else',
    (attack) => {
      const { caught, honestBlocked } = sharesOf([simulate({ ...DAY, attack })]);
      expect(caught).toBeGreaterThan(0.95);
      expect(honestBlocked).toBeLessThan(0.001);
    },
  );

  it('blocks nobody without an attack, on a sale day, or when a device loses half of an hour', () => {
    const silent = { fromMs: 12 * HOUR_MS, toMs: 13 * HOUR_MS, share: 0.5 };
    for (const scenario of [{}, { sendsPerDay: 15_000, usualPerDay: 5000 }, { silent }])
      expect(simulate({ ...DAY, ...scenario })).toMatchObject({ honestBlocked: 0, wrongBlocks: 0 });
  });

  it('comes to the same figures again with the same seed, and to others with another', () => {
    const [attack = null] = ATTACKS;
    const figures = simulate({ ...DAY, attack });
    expect(simulate({ ...DAY, attack })).toEqual(figures);
    expect(simulate({ ...DAY, attack, seed: 2 })).not.toEqual(figures);
  });
});
