import { describe, expect, it } from 'vitest';
import { choicesOf, hasFacets } from './road.rules.js';

const OWNER = { userId: 7, livemode: true };
const TERMS = { userId: 7, livemode: 1 };

describe('the road of a list', () => {
  it('is one of those that hold what an account narrows it by', () => {
    const all = { key: 3, brand: 'Toko', reason: 'expired', device: 1 } as const;
    expect(choicesOf(OWNER, all)).toEqual([
      [
        {
          index: 'ix_messages_user_id_livemode_failure_reason_id',
          terms: { ...TERMS, failureReason: 'expired' },
        },
      ],
      [{ index: 'ix_messages_user_id_livemode_api_key_id_id', terms: { ...TERMS, apiKeyId: 3 } }],
      [{ index: 'ix_messages_user_id_livemode_company_name_id', terms: { ...TERMS, companyName: 'Toko' } }],
    ]);
  });

  it('is two where both modes are asked for', () => {
    const modes = choicesOf({ userId: 7 }, { brand: 'Toko' })[0]?.map((road) => road?.terms['livemode']);
    expect(modes).toEqual([1, 0]);
  });

  it('is never of a key, brand or reason without an account, which no index begins with', () => {
    expect(choicesOf({}, { reason: 'expired', brand: 'Toko', key: 3 })).toEqual([[undefined]]);
    expect(choicesOf({}, { reason: 'expired', device: 4 })[0]?.[0]?.terms).toEqual({ deviceId: 4 });
  });

  it('is the days of an account where nothing else is known of it, which have no one’s else messages', () => {
    const days = { index: 'ix_messages_user_id_livemode_day_id', terms: TERMS, isByDay: true };
    expect(choicesOf(OWNER, { prefix: '081' })).toEqual([[days]]);
    expect(choicesOf({ userId: 7 }, { prefix: '081' })[0]).toHaveLength(2);
    expect(choicesOf(OWNER, { prefix: '081', key: 3 })[0]?.[0]?.terms).toEqual({ ...TERMS, apiKeyId: 3 });
    expect(choicesOf(OWNER, { prefix: '081', device: 4 })[0]?.[0]?.terms).toEqual({ deviceId: 4 });
    expect(choicesOf({}, { prefix: '081' })).toEqual([[undefined]]);
  });

  it('is wanted as soon as one thing narrows the list', () => {
    expect(hasFacets({})).toBe(false);
    expect(hasFacets({ brand: '' })).toBe(true);
    expect(hasFacets({ prefix: '081' })).toBe(true);
  });
});
