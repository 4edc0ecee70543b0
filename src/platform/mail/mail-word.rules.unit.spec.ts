import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailName, mailWord } from './mail-word.rules.js';

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

describe('a name of several words, in a mail', () => {
  it.each([
    ['HP Surabaya', 'HP Surabaya'],
    ['  HP \t Surabaya\u00a01 ', 'HP Surabaya 1'],
    ['Kafé Müller', 'Kafe Muller'],
    ['A\r\nB: klik https://jahat.example', 'A B klik httpsjahat.example'],
    ['、、', '-'],
  ])('%j reads %s', (text, name) => expect(mailName(text)).toBe(name));

  it('is one line whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(mailName(text)).toMatch(/^[A-Za-z0-9._-]+( [A-Za-z0-9._-]+)*$/);
      }),
    );
  });
});
