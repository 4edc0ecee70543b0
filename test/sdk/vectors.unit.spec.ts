import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAGIC_NUMBERS } from '../../src/otp/sandbox/magic-numbers.rules.js';
import { vectors, type WebhookVector } from './support/vectors.js';

const WEBHOOKS = vectors<WebhookVector[]>('webhooks');
const NUMBERS = vectors<Record<string, string>>('test-numbers');

describe('the vectors of webhooks', () => {
  afterEach(() => vi.useRealTimers());

  // The library knows one tolerance and one secret, and wants that padded.
  const judged = WEBHOOKS.filter(
    ({ name, tolerance }) => tolerance === undefined && !name.includes('padding'),
  );

  it.each(judged)(
    'say what the library of Standard Webhooks says: $name',
    ({ valid, secrets, headers, body, now }) => {
      vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] });
      const takes = (secret: string) => {
        try {
          new Webhook(secret).verify(body, headers);
          return true;
        } catch {
          return false;
        }
      };
      expect([secrets].flat().some(takes)).toBe(valid);
    },
  );
});

describe('the test numbers of the SDKs', () => {
  it('are all there are, each once', () => {
    expect(Object.values(NUMBERS).toSorted()).toEqual([...MAGIC_NUMBERS.keys()].toSorted());
  });

  it('are named like the code or the reason that they play', () => {
    for (const [name, phone] of Object.entries(NUMBERS)) {
      const does = MAGIC_NUMBERS.get(phone);
      if (does?.kind === 'failure') expect(name.replace('_of_pending', '')).toBe(does.code);
      else if (does?.check) expect(name).toBe(`verification_${does.check.replace('right', 'approved')}`);
      else if (phone >= '628000000010') expect(does?.steps[0]?.failureReason).toBe(name);
    }
  });
});
