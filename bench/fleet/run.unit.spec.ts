import { beforeAll, describe, expect, it } from 'vitest';
import { fewerUndelivered, type Result } from './report.js';
import { simulate } from './run.js';
import type { Figures } from './run-recorder.js';
import { FALLBACKS, OURS, STRATEGIES, type Strategy } from './strategy.js';

const SCENARIO = { seed: 1, days: 2, devices: 30, messagesPerDay: 4500 };

describe('a simulated fleet', { timeout: 60_000 }, () => {
  let results: Result[];

  beforeAll(() => {
    results = STRATEGIES.map((strategy) => ({ strategy, runs: [simulate(SCENARIO, strategy)] }));
  });

  const of = (name: string): Figures => {
    const figures = results.find(({ strategy }) => strategy.name === name)?.runs[0];
    if (!figures) throw new Error(`no figures of ${name}`);
    return figures;
  };

  it('leaves at least 30 % fewer undelivered by our choice than by round robin', () => {
    expect(fewerUndelivered(results).overall).toBeGreaterThanOrEqual(0.3);
  });

  it('does not win by refusing, nor with more bans', () => {
    expect(of('ours').noCapacity).toBeLessThanOrEqual(of('ours').messages / 1000);
    expect(of('ours').bans).toBeLessThanOrEqual(of('round robin').bans);
  });

  it('never passes a cap where devices have them, which the same people do pass where they have none', () => {
    const capped = STRATEGIES.filter(({ hasCaps }) => hasCaps).map(({ name }) => of(name).pastCaps);
    expect(capped).toEqual([0, 0, 0]);
    expect(of('round robin').pastCaps).toBeGreaterThan(0);
  });

  it('counts every message once, and as many whoever chooses', () => {
    const asked = of('ours').messages;
    for (const { runs } of results)
      for (const { messages, delivered, undelivered, late, lost, failed, refused, noCapacity } of runs) {
        expect(messages).toBe(asked);
        expect(delivered + undelivered).toBe(asked);
        expect(late + lost + failed + refused + noCapacity).toBe(undelivered);
      }
  });

  it('comes to the same figures again with the same seed, and to others with another', () => {
    const [ours] = STRATEGIES;
    if (!ours) throw new Error('nothing to compare');
    expect(simulate(SCENARIO, ours)).toEqual(of('ours'));
    expect(simulate({ ...SCENARIO, seed: 2 }, ours)).not.toEqual(of('ours'));
  });

  describe('with a second channel', () => {
    const [, ifRefused, afterWait] = FALLBACKS as [Strategy, Strategy, Strategy];
    const crowded = { ...SCENARIO, devices: 2, withoutWhatsappShare: 0.05 };

    it('leaves fewer undelivered after a refusal, and fewer still after a wait, as WhatsApp goes on as before', () => {
      const [without, refused, waited] = [OURS, ifRefused, afterWait].map((strategy) =>
        simulate(crowded, strategy),
      ) as [Figures, Figures, Figures];
      expect(without.second).toBe(0);
      // Each code that no device accepted is sent by the second channel, which loses a few.
      expect(refused.second).toBe(without.refused + without.noCapacity);
      expect(refused.undelivered).toBeLessThan(without.undelivered - 0.9 * refused.second);
      expect(refused.unneeded).toBe(0);
      expect(waited.undelivered).toBeLessThan(refused.undelivered);
      expect(waited.unneeded).toBeLessThan(waited.second);
      for (const name of ['messages', 'bans', 'restrictions', 'coldLocks', 'pastCaps'] as const)
        expect([refused[name], waited[name]]).toEqual([without[name], without[name]]);
    });
  });
});
