import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containsPhone,
  isExternalId,
  isMetadata,
  isPhoneOrContainsCode,
  textsOf,
} from './correlation.dto.js';

const CODES = ['0000', '4829', '48291', '482913', '4829137', '48291375', '482913752', '4829137520'];
const UUID = '482913ab-4829-4829-8629-081234567890';
/** National numbers from the shortest to the longest. Each of their spellings has 10 to 15 digits. */
const NUMBERS = Array.from({ length: 5 }, (_, more) => `0812345678${'9012'.slice(0, more)}`);

/** All spellings of a national number. */
const spellings = (national: string): string[] => {
  const rest = national.slice(1);
  const [a, b, c] = [rest.slice(0, 3), rest.slice(3, 7), rest.slice(7)];
  return ['0', '62', '+62'].flatMap((start) =>
    ['', ' ', '-', '.', ') ', '\t', '\u00a0', '\u2009', '–'].map((mark) =>
      [`${start}${a}`, b, c].filter((part) => part !== '').join(mark),
    ),
  );
};
const PHONES = NUMBERS.flatMap(spellings);

describe(`a phone, in ${PHONES.length} spellings`, () => {
  it('is too much, whatever the code', () => {
    for (const phone of PHONES) expect(isPhoneOrContainsCode(phone, '9999'), phone).toBe(true);
  });

  it('is too much with marks around it, and in full-width digits', () => {
    for (const phone of PHONES) {
      expect(isPhoneOrContainsCode(` (${phone}) `, undefined), phone).toBe(true);
      const wide = phone.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
      expect(isPhoneOrContainsCode(wide, undefined), wide).toBe(true);
    }
  });

  it.each(['6281234567', '628123456789012', '0812345678', '081234567890123'])('may be %s', (text) =>
    expect(isPhoneOrContainsCode(text, '9999')).toBe(true),
  );

  it.each([
    ['too short', '081234567'],
    ['too long', '0812345678901234'],
    ['of another country', '+12025550100'],
    ['a moment', '1767225600123'],
    ['the eighth of a month', '08/11/2026, 12.30.00'],
    ['the eighth, written otherwise', '08-11-2026 12:30'],
    ['an order number', '0812/3456/7890'],
    ['with words around it', 'order-081234567890'],
    ['with a letter in it', '0812345678x'],
    ['nothing', ''],
  ])('is none: %s', (_, text) => expect(isPhoneOrContainsCode(text, '9999')).toBe(false));
});

describe.each(CODES)('the code %s', (code) => {
  it.each([
    `${code}`,
    `otp ${code}`,
    `${code}-login`,
    `a${code}b`,
    `{"code":"${code}"}`,
    `12 ${code} 34`,
    `x\u200b${code}`,
  ])('is too much in %j', (text) => expect(isPhoneOrContainsCode(text, code)).toBe(true));

  it.each([
    `1${code}`,
    `${code}1`,
    code.slice(1),
    `${code.slice(0, 2)} ${code.slice(2)}`,
    `order 77${code}77`,
    UUID,
    `order-${UUID}`,
    UUID.toUpperCase(),
    '',
  ])('is not in %j', (text) => expect(isPhoneOrContainsCode(text, code)).toBe(false));
});

it('no UUID is refused, whatever the code', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom(...CODES), (uuid, code) => {
      const inside = uuid.match(/[0-9]{4,10}/g) ?? [];
      for (const each of [code, ...inside]) expect(isPhoneOrContainsCode(uuid, each)).toBe(false);
    }),
  );
});

it('a code that is none tells nothing', () => {
  for (const code of [undefined, null, 4829, ['4829']])
    expect(isPhoneOrContainsCode('4829', code)).toBe(false);
});

describe('an external id', () => {
  it.each(['a', ' ', '~', 'pesanan 12/34 "x"', 'x'.repeat(64), UUID])('may be %j', (value) =>
    expect(isExternalId(value)).toBe(true),
  );
  it.each([undefined, null, '', 'x'.repeat(65), 'é', 'a\n', 'a\u0000', '\u007f', 17, ['a'], {}, true])(
    'may not be %j',
    (value) => expect(isExternalId(value)).toBe(false),
  );
});

describe('metadata', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

  it.each([
    {},
    pairs(10),
    { toString: 'x', valueOf: 'y' },
    { k: '' },
    { ['k'.repeat(40)]: 'v'.repeat(200) },
    { ['😀'.repeat(40)]: '😀'.repeat(200) },
  ])('may be %j', (value) => expect(isMetadata(value)).toBe(true));

  it.each([
    undefined,
    null,
    [],
    ['a'],
    'a',
    17,
    pairs(11),
    { '': 'v' },
    { ['k'.repeat(41)]: 'v' },
    { k: 'v'.repeat(201) },
    { k: 17 },
    { k: null },
    { k: true },
    { k: ['v'] },
    { k: {} },
  ])('may not be %j', (value) => expect(isMetadata(value)).toBe(false));

  it('is looked through in its names too', () => {
    expect(textsOf({ toko: 'x', kasir: 'y' })).toEqual(['toko', 'x', 'kasir', 'y']);
  });
});

describe('the phone of the send', () => {
  it.each([
    'user:6281234567890',
    'order-081234567890',
    '+62 (0)812-3456-7890',
    '81234567890',
    '０８１２３４５６７８９０',
    '0812/3456/7890',
    '62_812_3456_7890',
    '6 2 8 1 2 3 4 5 6 7 8 9 0',
    'a8b1c2d3e4f5g6h7i8j9k0',
    '٠٨١٢٣٤٥٦٧٨٩٠',
    '①0812𝟑𝟒𝟓𝟔7890',
    '❽❶❷❸❹❺❻❼❽❾⓿',
    'tel%3A%2B6281234567890',
    '0812\u200b3456\u202e7890',
  ])('is contained in %j', (text) => {
    for (const phone of ['081234567890', '+62 812-3456-7890', '6281234567890', '62081234567890'])
      expect(containsPhone([text], phone)).toBe(true);
  });

  it('is contained in texts one after the other', () => {
    expect(containsPhone(['bagian1: 0812', '34567890'], '081234567890')).toBe(true);
  });

  it.each([
    '0812345678',
    '6281234567891',
    'INV/2026/0812/0034',
    '',
    '482913ab-4829-4829-8629-081234567890'.slice(0, 30),
  ])('is not told by %j', (text) => expect(containsPhone([text], '081234567890')).toBe(false));

  it('is none where there is no phone', () => {
    for (const phone of [undefined, 7, '0215551234', ''])
      expect(containsPhone(['0215551234 7'], phone)).toBe(false);
  });
});
