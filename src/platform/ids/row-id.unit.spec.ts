import { expect, it } from 'vitest';
import { rowIdOf } from './row-id.js';

it.each([1, 7, 2_147_483_648, 9_999_999_999, Number.MAX_SAFE_INTEGER])('%d is an id', (id) => {
  expect(rowIdOf(String(id))).toBe(id);
});

it.each([
  '',
  '0',
  '07',
  '-1',
  '+1',
  ' 1',
  '1.0',
  '1e3',
  '0x7',
  '9007199254740992',
  '9007199254740993',
  '99999999999999999',
])('%j is none', (text) => {
  expect(rowIdOf(text)).toBeUndefined();
});
