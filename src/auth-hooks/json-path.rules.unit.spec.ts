import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonPath, readJsonPath } from './json-path.rules.js';

const read = (text: string, root: unknown) => readJsonPath(parseJsonPath(text) ?? ['(no path)'], root);

const USER = {
  to: '+62811',
  a: { b: { c: 'deep' }, 'd e': 1, '': 'unnamed', ä: 'umlaut' },
  list: [{ code: '1234' }, ['x', 'y'], null],
  _x9: true,
};

describe('a path into a hook', () => {
  it.each([
    ['$.to', ['to']],
    ['$.a.b.c', ['a', 'b', 'c']],
    ['$.list[0].code', ['list', 0, 'code']],
    ['$.list[1][1]', ['list', 1, 1]],
    ['$[0]', [0]],
    ["$['a']", ['a']],
    ['$["a"]', ['a']],
    ["$['a']['d e']", ['a', 'd e']],
    ["$['it.s [odd]']", ['it.s [odd]']],
    ['$["it\'s"]', ["it's"]],
    ['$["ä"]', ['ä']],
    ['$._x9', ['_x9']],
    ['$.oTP', ['oTP']],
    ['$.constructor', ['constructor']],
    ['$[999999]', [999_999]],
  ])('%s is one', (text, steps) => expect(parseJsonPath(text)).toEqual(steps));

  it.each([
    '',
    '$',
    'to',
    '.to',
    '$to',
    '$.',
    '$..to',
    '$.to.',
    '$.*',
    '$[*]',
    '$[]',
    '$[-1]',
    '$[01]',
    '$[1.5]',
    '$[1000000]',
    '$[0:1]',
    '$[0,1]',
    "$['']",
    "$['a",
    "$['a'x]",
    '$[\'a"]',
    "$['a\\'b']",
    "$['a\nb']",
    '$[a]',
    '$[?(@.a)]',
    '$[(1)]',
    '$.a-b',
    '$.a b',
    '$.9a',
    '$.a()',
    '$.ä',
    ' $.to',
    '$.to ',
    '$.to\n',
    '$ .to',
    `$.${'a'.repeat(199)}`,
  ])('%j is none', (text) => expect(parseJsonPath(text)).toBeUndefined());
});

describe('what a path leads to', () => {
  it.each([
    ['$.to', '+62811'],
    ['$.a.b.c', 'deep'],
    ["$.a['d e']", 1],
    ["$.a['ä']", 'umlaut'],
    ['$.list[0].code', '1234'],
    ['$.list[1][1]', 'y'],
    ['$.list[2]', null],
    ['$.a.b', { c: 'deep' }],
    ['$.missing', undefined],
    ['$.to.length', undefined],
    ['$.to[0]', undefined],
    ['$.list.length', undefined],
    ["$.list['0']", undefined],
    ['$.a[0]', undefined],
    ['$.list[3]', undefined],
    ['$.list[2].x', undefined],
    ['$.missing.deeper', undefined],
  ])('%s reads %j', (text, value) => expect(read(text, USER)).toEqual(value));

  it('never sees what an object only inherits', () => {
    const inherited = Object.getOwnPropertyNames(Object.prototype).concat(
      Object.getOwnPropertyNames(Array.prototype),
    );
    for (const name of inherited)
      for (const root of [{}, [], { a: {} }, Object.create({ [name]: 'inherited' })]) {
        expect(readJsonPath([name], root)).toBeUndefined();
        expect(readJsonPath(['a', name], root)).toBeUndefined();
      }
  });

  it('written from its steps reads what the steps lead to, for any JSON', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const plain = names.filter((name) => !/['\\\p{Cc}]/u.test(name) && name !== '__proto__');
    const steps = fc.array(fc.oneof(plain, fc.nat({ max: 5 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(steps, fc.jsonValue(), (steps, leaf) => {
        const root = steps.reduceRight<unknown>(
          (inner, step) =>
            typeof step === 'number' ? [...Array<null>(step).fill(null), inner] : { [step]: inner },
          leaf,
        );
        const text = `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('')}`;
        expect(read(text, root)).toEqual(leaf);
      }),
    );
  });

  it('takes any text without throwing', () => {
    fc.assert(fc.property(fc.string(), fc.jsonValue(), (text, root) => void read(`$${text}`, root)));
  });
});
