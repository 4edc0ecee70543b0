import { describe, expect, it } from 'vitest';
import { hasFacets, roadsOf } from './road.rules.js';

const OWNER = { userId: 7, livemode: true };
const TERMS = { userId: 7, livemode: 1 };

describe('the road of a list', () => {
  it('is the narrowest of what an account narrows it by: reason, then key, then brand', () => {
    const all = { key: 3, brand: 'Toko', reason: 'expired', device: 1 } as const;
    expect(roadsOf(OWNER, all)).toEqual([
      {
        index: 'ix_messages_user_id_livemode_failure_reason_id',
        terms: { ...TERMS, failureReason: 'expired' },
      },
    ]);
    const { reason: _, ...others } = all;
    expect(roadsOf(OWNER, others)[0]?.terms).toEqual({ ...TERMS, apiKeyId: 3 });
    expect(roadsOf(OWNER, { brand: 'Toko' })[0]?.terms).toEqual({ ...TERMS, companyName: 'Toko' });
  });

  it('is two where both modes are asked for', () => {
    const modes = roadsOf({ userId: 7 }, { brand: 'Toko' }).map((road) => road?.terms['livemode']);
    expect(modes).toEqual([1, 0]);
  });

  it('is never of a key, brand or reason without an account, which no index begins with', () => {
    expect(roadsOf({}, { reason: 'expired', brand: 'Toko', key: 3 })).toEqual([undefined]);
    expect(roadsOf({}, { reason: 'expired', device: 4 })[0]?.terms).toEqual({ deviceId: 4 });
  });

  it('is the days of an account where nothing else is known of it, which have no one’s else messages', () => {
    const [days, ...others] = roadsOf(OWNER, { prefix: '081' });
    expect(days).toEqual({
      index: 'ix_messages_user_id_livemode_day_id',
      terms: TERMS,
      isByDay: true,
    });
    expect(others).toEqual([]);
    expect(roadsOf({ userId: 7 }, { prefix: '081' })).toHaveLength(2);
    expect(roadsOf(OWNER, { prefix: '081', key: 3 })[0]?.terms).toEqual({ ...TERMS, apiKeyId: 3 });
    expect(roadsOf(OWNER, { prefix: '081', device: 4 })[0]?.terms).toEqual({ deviceId: 4 });
    expect(roadsOf({}, { prefix: '081' })).toEqual([undefined]);
  });

  it('is wanted as soon as one thing narrows the list', () => {
    expect(hasFacets({})).toBe(false);
    expect(hasFacets({ brand: '' })).toBe(true);
    expect(hasFacets({ prefix: '081' })).toBe(true);
  });
});
