import { expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read } from './tables.js';

it('no comment disables a rule of oxlint or eslint', () => {
  const code = FILES.filter((file) => /\.(?:[cm]?js|tsx?)$/.test(file));
  expect(code.length).toBeGreaterThan(1_000);
  expect(code.filter((file) => /(?:\/\/|\/\*) *(?:es|ox)lint-|@ts-no[c]heck/.test(read(file)))).toEqual([]);
});
