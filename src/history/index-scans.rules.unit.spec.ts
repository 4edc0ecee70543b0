import { describe, expect, it } from 'vitest';
import { hasFacets, indexScansOf } from './index-scans.rules.js';

const OWNER = { userId: 7, livemode: true };
const TERMS = { userId: 7, livemode: 1 };
const ALL = { key: 3, brand: 'Toko', reason: 'expired', device: 1 } as const;

describe('the index of a list', () => {
  it('covers the rarest kind of facet: reason, then key, then brand, then device', () => {
    const index = (column: string) => `ix_messages_user_id_livemode_${column}_id`;
    const brandAndDevice = { brand: ALL.brand, device: ALL.device };
    const withoutReason = { ...brandAndDevice, key: ALL.key };
    expect(indexScansOf(OWNER, ALL)).toEqual([
      { index: index('failure_reason'), terms: { ...TERMS, failureReason: 'expired' } },
    ]);
    expect(indexScansOf(OWNER, withoutReason)).toEqual([
      { index: index('api_key_id'), terms: { ...TERMS, apiKeyId: 3 } },
    ]);
    expect(indexScansOf(OWNER, brandAndDevice)).toEqual([
      { index: index('company_name'), terms: { ...TERMS, companyName: 'Toko' } },
    ]);
    expect(indexScansOf(OWNER, { device: 1 })).toEqual([
      { index: 'ix_messages_device_id_id', terms: { deviceId: 1 } },
    ]);
  });

  it('is scanned once for each mode', () => {
    const modes = indexScansOf({ userId: 7 }, { brand: 'Toko' }).map((scan) => scan?.terms['livemode']);
    expect(modes).toEqual([1, 0]);
  });

  it('covers no key, brand or reason without an account, which no index begins with', () => {
    expect(indexScansOf({}, { reason: 'expired', brand: 'Toko', key: 3 })).toEqual([undefined]);
    expect(indexScansOf({}, { reason: 'expired', device: 4 })[0]?.terms).toEqual({ deviceId: 4 });
  });

  it('is that of the days of an account for a prefix, which has no messages of other accounts', () => {
    const days = { index: 'ix_messages_user_id_livemode_day_id', terms: TERMS, isByDay: true };
    expect(indexScansOf(OWNER, { prefix: '081' })).toEqual([days]);
    expect(indexScansOf({ userId: 7 }, { prefix: '081' })).toHaveLength(2);
    expect(indexScansOf(OWNER, { prefix: '081', key: 3 })[0]?.terms).toEqual({ ...TERMS, apiKeyId: 3 });
    expect(indexScansOf(OWNER, { prefix: '081', device: 4 })[0]?.terms).toEqual({ deviceId: 4 });
    expect(indexScansOf({}, { prefix: '081' })).toEqual([undefined]);
  });

  it('is needed as soon as one facet filters the list', () => {
    expect(hasFacets({})).toBe(false);
    expect(hasFacets({ brand: '' })).toBe(true);
    expect(hasFacets({ prefix: '081' })).toBe(true);
  });
});
