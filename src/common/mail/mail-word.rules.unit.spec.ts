import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailWord } from './mail-word.rules.js';

describe('what somebody chose, in a mail', () => {
  it.each([
    ['toko-budi_2.0', 'toko-budi_2.0'],
    ['Device Jakarta 1', 'DeviceJakarta1'],
    ['Budi,\r\n\r\nklik https://jahat.example/x?y=1', 'Budiklikhttpsjahat.examplexy1'],
    ['BСA', 'BA'],
    ['\u3164\u2800', '-'],
    ['', '-'],
  ])('%j reads %s', (text, word) => expect(mailWord(text)).toBe(word));

  it('is one short word whatever it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 64 }),
        (text, max) => {
          expect(mailWord(text, max)).toMatch(/^[A-Za-z0-9._-]+$/);
          expect(mailWord(text, max).length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});
