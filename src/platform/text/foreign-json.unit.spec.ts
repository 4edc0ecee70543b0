import { expect, it } from 'vitest';
import { parseForeignJson } from './foreign-json.js';

it.each([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9_007_199_254_740_991]],
  [
    String.raw`{"a\"9007199254740993":"x\\","b":[9007199254740993]}`,
    {
      'a"9007199254740993': 'x\\',
      b: ['9007199254740993'],
    },
  ],
  ['[12345678901234567.5, 1e30, 0.12345678901234567]', [12_345_678_901_234_567.5, 1e30, 0.12345678901234567]],
  ['{"id":7}', { id: 7 }],
])('reads %s', (text, value) => {
  expect(parseForeignJson(text)).toEqual(value);
});

it('rejects what is no JSON', () => {
  expect(() => parseForeignJson('{"id":9007199254740993')).toThrow(SyntaxError);
});
