import { describe, expect, it } from 'vitest';
import { languageOf } from './hooks.service.js';

describe('a locale of an auth server', () => {
  it.each(['id', 'ID', 'id-ID', 'id_ID', 'in', 'in_ID', 'id-Latn-ID'])('%s is Indonesian', (locale) =>
    expect(languageOf(locale)).toBe('id'),
  );

  it.each(['en', 'EN', 'en-US', 'en_GB', 'en-Latn-US-x-twain'])('%s is English', (locale) =>
    expect(languageOf(locale)).toBe('en'),
  );

  it.each([
    '',
    'de',
    'jv-ID',
    'idn',
    'english',
    'en US',
    'en-',
    'en-US,id;q=0.9',
    1,
    null,
    undefined,
    ['en'],
    {},
  ])('%j is neither', (locale) => expect(languageOf(locale)).toBeUndefined());
});
