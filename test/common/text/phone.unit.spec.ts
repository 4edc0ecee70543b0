import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Phone, prefixOf } from '../../../src/common/text/phone.rules.js';

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
/** National numbers that are valid both as `08…` and as `62…`. */
const subscriber = digits(7, 12).map((rest) => `8${rest}`);
const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '(', ')'), { minLength: 15, maxLength: 15 });

const spaced = (text: string, gaps: string[]) => [...text].map((char, i) => char + (gaps[i] ?? '')).join('');

describe('a phone', () => {
  it('has one canonical form however it is written', () => {
    fc.assert(
      fc.property(subscriber, separators, (national, gaps) => {
        const forms = [`0${national}`, `62${national}`, `+62${national}`].map((form) => spaced(form, gaps));
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
        if (phone) expect(phone.reveal()).toMatch(/^62[0-9]{8,13}$/);
      }),
    );
  });

  it('is masked with at least four digits hidden, wherever it is printed', () => {
    fc.assert(
      fc.property(digits(8, 13), (rest) => {
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
    ['6281234567890', '6281****7890'],
    ['6281234590', '6281****90'],
  ])('masks %s as %s', (written, mask) => expect(Phone.parse(written)?.mask()).toBe(mask));

  it('begins at home as its mask says, which is all that is known of its prefix', () => {
    fc.assert(
      fc.property(digits(8, 13), (rest) => {
        expect(prefixOf(String(Phone.parse(`62${rest}`)))).toBe(`0${rest.slice(0, 2)}`);
      }),
    );
    expect(prefixOf('')).toBeUndefined();
  });
});
