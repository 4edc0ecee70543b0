import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Phone, PHONE_PATTERN, prefixOf } from '../../../src/platform/text/phone.rules.js';

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
/** National numbers that are valid both as `08…` and as `62…`. */
const subscriber = digits(7, 12).map((rest) => `8${rest}`);
const separators = fc.array(
  fc.constantFrom(
    '',
    ' ',
    '-',
    '.',
    '(',
    ')',
    '\u00a0',
    '\u2011',
    '\u200e',
    '\u202a',
    '\u2009',
    '\u2013',
    '\ufeff',
    '\u00ad',
    '\u2060',
  ),
  { minLength: 20, maxLength: 20 },
);
const wide = (text: string) =>
  text.replace(/[0-9+]/g, (char) => String.fromCodePoint(0xfee0 + char.charCodeAt(0)));

const spaced = (text: string, gaps: string[]) => [...text].map((char, i) => char + (gaps[i] ?? '')).join('');

describe('the pattern of phones in the documents', () => {
  const pattern = new RegExp(PHONE_PATTERN, 'u');

  it('matches the spellings that are accepted, and no others', () => {
    const start = fc.constantFrom(
      '',
      '0',
      '08',
      '62',
      '628',
      '620',
      '6208',
      '+62',
      '+08',
      '021',
      '6221',
      '65',
      '7',
    );
    fc.assert(
      fc.property(start, digits(0, 16), separators, fc.boolean(), (first, rest, gaps, isWide) => {
        const text = spaced(isWide ? wide(first + rest) : first + rest, gaps);
        expect(pattern.test(text), text).toBe(Phone.parse(text) !== undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  it('matches no other text', () => {
    for (const text of ['', ' ', '08123456789a', '0812,3456,7890', '++6281234567890'])
      expect(pattern.test(text), text).toBe(false);
  });
});

describe('a phone', () => {
  it('has one canonical form however it is written', () => {
    fc.assert(
      fc.property(subscriber, separators, (national, gaps) => {
        const forms = [
          ...[`0${national}`, `62${national}`, `+62${national}`],
          ...[`+620${national}`, `620${national}`, `+62(0)${national}`].slice(
            0,
            national.length > 11 ? 0 : 3,
          ),
        ].flatMap((form) => [spaced(form, gaps), spaced(wide(form), gaps)]);
        const canonical = forms.map((form) => Phone.parse(form)?.reveal());
        const valid = `0${national}`.length >= 10;
        if (valid) expect(new Set(canonical)).toEqual(new Set([`62${national}`]));
        else expect(canonical[0]).toBeUndefined();
      }),
    );
  });

  it('is 10 to 15 ASCII digits in canonical form, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const phone = Phone.parse(text);
        if (phone) expect(phone.reveal()).toMatch(/^628[0-9]{7,12}$/);
      }),
    );
  });

  it('is masked with at least four digits hidden, wherever it is printed', () => {
    fc.assert(
      fc.property(subscriber, (rest) => {
        const phone = String(Phone.parse(`62${rest}`));
        const canonical = `62${rest}`;
        const shown = phone.replaceAll('*', '');
        expect(phone).toMatch(/^[0-9]{4}\*{4}[0-9]{2,4}$/);
        expect(canonical.length - shown.length).toBeGreaterThanOrEqual(4);
        expect(canonical.startsWith(shown.slice(0, 4)) && canonical.endsWith(shown.slice(4))).toBe(true);
        expect(JSON.stringify(Phone.parse(canonical))).toBe(`"${phone}"`);
      }),
    );
  });

  it.each([
    ...['6262812345678', '+62 62 812 3456 789', '62008123456789', '+62 00812345678', '620081234567'],
    ...[
      '12025550100',
      '+6591234567',
      '0062812345678',
      '+',
      '',
      '62812x3456789',
      '０８12\n3456789',
      '٠٨١٢٣٤٥٦٧٨٩',
    ],
  ])('is not %j', (text) => expect(Phone.read(text)).toBe('no_phone'));

  it.each([
    '021 555 1234',
    '+62 21 555 1234',
    '+62 (0)21 5551234',
    '622155512345',
    '0361-123456',
    '6207411234567',
  ])('is no fixed line: %s', (text) => expect(Phone.read(text)).toBe('fixed_line'));

  it.each([
    ['6281234567890', '6281****7890'],
    ['6281234590', '6281****90'],
  ])('masks %s as %s', (written, mask) => expect(Phone.parse(written)?.mask()).toBe(mask));

  it('begins at home as its mask says, which is all that is known of its prefix', () => {
    fc.assert(
      fc.property(subscriber, (rest) => {
        expect(prefixOf(String(Phone.parse(`62${rest}`)))).toBe(`0${rest.slice(0, 2)}`);
      }),
    );
    expect(prefixOf('')).toBeUndefined();
  });
});
