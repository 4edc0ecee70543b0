import { describe, expect, it } from 'vitest';
import { Phone } from '../../../../src/platform/text/phone.rules.js';
import { parseSearchQuery } from './search-query.rules';

describe('what is typed', () => {
  it.each([
    ['081234567890', ['phone'], false],
    ['+62 812-3456-7890', ['phone'], false],
    ['7890', ['last4', 'external_id'], true],
    ['otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F', ['reference'], true],
    ['3EB0AABBCCDDEEFF0011', ['message_id', 'external_id'], true],
    ['pesanan-7', ['message_id', 'external_id'], true],
    ['Toko', [], true],
    ['Toko Budi', [], true],
    ['budi@example.com', [], true],
    ['12345678', ['message_id', 'external_id'], false],
    ['Budi 0812 3456 7890', [], false],
    ['  ', [], false],
  ])('“%s” is looked for by %j, as a name: %s', (typed, by, isName) =>
    expect(parseSearchQuery(typed)).toMatchObject({ text: typed.trim(), by, isName }),
  );

  it.each(['7890', '123456', '081234', 'Budi 0812 345', 'Budi 08-1-2', '62 8'])(
    '“%s” stands in no address',
    (typed) => expect(parseSearchQuery(typed).isSafeName).toBe(false),
  );

  it.each(['Budi', 'toko2024', 'Toko 24 Jam', 'budi@example.com', 'budi_21'])(
    '“%s” may be the name of an account',
    (typed) => expect(parseSearchQuery(typed).isSafeName).toBe(true),
  );

  it.each([
    '0812345678',
    '62812345678',
    '0812345678901',
    '+6281234567890123',
    '0812.345.678(9)',
    '08123',
    '0712345678',
  ])('%s is a phone where the service takes it for one', (typed) =>
    expect(parseSearchQuery(typed).by.includes('phone')).toBe(Phone.parse(typed) !== undefined),
  );
});
