import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeInText } from './generic-mapping.js';

describe('the code in a text', () => {
  it.each([
    ['123456', '123456'],
    ['0007', '0007'],
    ['1234567890', '1234567890'],
    [' 482913\n', '482913'],
    ['Use this code to authenticate in authentik: 482913', '482913'],
    ['Your SMS code is 482913 and is valid for 5 minutes.', '482913'],
    ['Kode Anda: *482913*.', '482913'],
    ['Your verification code is 482913.', '482913'],
    ['G-482913 is your code', '482913'],
    ['<#> 482913 ist Ihr Code (5 min)', '482913'],
    ['482913，有效期5分钟', '482913'],
    ['Code 482913, ask +6281234567890', '482913'],
  ])('%j is %s', (text, code) => expect(codeInText(text)).toBe(code));

  it.each([
    '',
    '123',
    '12345678901',
    'no code at all',
    'Your code is 0M53RF',
    '0M5312',
    'A5312B',
    '5312_1',
    '123 456',
    '12-34-56',
    'Code 482913 or 482914',
    'Code 482913, again: 482913',
    'Code 482913, ask 0812345678',
    'Code 482913 of 2026',
    '١٢٣٤٥٦',
    '１２３４５６',
    '482913é',
  ])('%j has none, or none that is sure', (text) => expect(codeInText(text)).toBeUndefined());

  it('is found in whatever words stand around it', () => {
    const words = fc.stringMatching(/^[ ,.:;!?*()#'"A-Za-z-]*$/);
    const code = fc.stringMatching(/^[0-9]{4,10}$/);
    fc.assert(
      fc.property(words, code, words, (before, code, after) => {
        expect(codeInText(`${before} ${code} ${after}`)).toBe(code);
      }),
    );
  });
});
