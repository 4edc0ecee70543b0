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
  ['[1000000000000000.5, 1e30, 0.1234567890123456]', [1_000_000_000_000_000.5, 1e30, 0.1234567890123456]],
  ['{"id":7}', { id: 7 }],
])('reads %s', (text, value) => {
  expect(parseForeignJson(text)).toEqual(value);
});

it('rejects what is no JSON', () => {
  expect(() => parseForeignJson('{"id":9007199254740993')).toThrow(SyntaxError);
});
