import { describe, expect, it } from 'vitest';
import glossary from '../../../docs/glossary.md?raw';
import { fillTemplate, TEMPLATES } from '../../../src/platform/text/message-template.rules';
import { auth as authEn } from './messages/auth.en';
import { auth as authId } from './messages/auth.id';
import * as en from './messages/en';
import * as id from './messages/id';
import { initial as initialEn } from './messages/initial.en';
import { initial as initialId } from './messages/initial.id';

type Texts = Record<string, string>;

/** Every text by its path, such as `home.figures.rate`. Without errors: most Indonesian ones come from the API. */
function textsOf(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return { [path]: value };
  const entries = Object.entries(value as object).filter(([key]) => path !== '' || key !== 'errors');
  return Object.assign(
    {},
    ...entries.map(([key, part]) => textsOf(part, path === '' ? key : `${path}.${key}`)),
  ) as Texts;
}

const TEXTS = {
  id: textsOf({ ...initialId, auth: authId, ...id }),
  en: textsOf({ ...initialEn, auth: authEn, ...en }),
};

const GLOSSARY = glossary
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const unwanted = (column: number) =>
  GLOSSARY.flatMap((row) => row[column]?.split(', ') ?? []).filter((word) => word !== '');

/** English words that are mistakes in an Indonesian text. Words that Indonesians use too are not listed. */
const ENGLISH = [
  'the',
  'and',
  'with',
  'your',
  'is',
  'are',
  'not',
  'of',
  'to',
  'for',
  'this',
  'sent',
  'failed',
  'delivered',
  'message',
  'messages',
  'retry',
  'settings',
  'password is',
];

const found = (texts: Texts, words: readonly string[]) =>
  Object.entries(texts).flatMap(([path, text]) => {
    // Removes names of fields, events and programs.
    const prose = text.replace(/\{\w+[^{}]*|\b\w+[._]\w+\b|[“"][^”"]*[”"]|npm run \w+/g, ' ');
    return words
      .filter((word) => new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu').test(prose))
      .map((word) => `${path}: “${word}” in “${text}”`);
  });

describe('texts of the dashboard', () => {
  it('exist in both languages', () => {
    expect(Object.keys(TEXTS.en).sort()).toEqual(Object.keys(TEXTS.id).sort());
    const empty = Object.values(TEXTS).flatMap((texts) =>
      Object.entries(texts).filter(([, text]) => text.trim() === ''),
    );
    expect(empty).toEqual([]);
  });

  it('use the words of the glossary', () => {
    expect(unwanted(3).length).toBeGreaterThan(10);
    expect([...found(TEXTS.id, unwanted(3)), ...found(TEXTS.en, unwanted(5))]).toEqual([]);
    expect([...found(initialId.errors, unwanted(3)), ...found(initialEn.errors, unwanted(5))]).toEqual([]);
  });

  it('use “receipt” only for payments, since messages have reports', () => {
    const elsewhere = Object.keys(TEXTS.en).filter((path) => !/^(credit|admin\.topUps)\./.test(path));
    const texts = Object.fromEntries(elsewhere.map((path) => [path, TEXTS.en[path] ?? '']));
    expect(found(texts, ['receipts?'])).toEqual([]);
  });

  it('show new users the text of a real message', () => {
    for (const [language, auth] of Object.entries({ id: authId, en: authEn })) {
      const template = TEMPLATES[language as 'id' | 'en'];
      const sent = fillTemplate(template, { code: '482913', brand: 'Toko Budi' });
      expect(auth.hero.message.replaceAll(/<\/?b>/g, '*')).toBe(sent);
    }
  });

  it('in Indonesian contain no English words', () => {
    expect(found(TEXTS.id, ENGLISH)).toEqual([]);
  });

  it('take the same arguments in both languages', () => {
    const argumentsOf = (text = '') =>
      [
        ...new Set([...text.matchAll(/(?<!\b(?:other|one|=\d) )\{(\w+)[,}]/g)].map(([, name]) => name)),
      ].sort();
    const apart = Object.keys(TEXTS.id).filter(
      (path) => String(argumentsOf(TEXTS.id[path])) !== String(argumentsOf(TEXTS.en[path])),
    );
    expect(apart).toEqual([]);
  });
});
