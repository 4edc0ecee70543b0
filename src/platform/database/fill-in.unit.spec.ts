import fc from 'fast-check';
import { format } from 'mysql2';
import { describe, expect, it } from 'vitest';
import { fillIn, type Plain } from './fill-in.js';

const plain = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
);

describe('fillIn', () => {
  it('writes every value as the driver does', () => {
    fc.assert(
      fc.property(fc.array(plain), (values: Plain[]) => {
        const sql = `SELECT ${values.map(() => '?').join(', ')};`;
        expect(fillIn(sql, values)).toBe(format(sql, values));
      }),
    );
  });

  it('takes a question mark in a value for a part of it', () => {
    expect(fillIn('SELECT ?, ?', ['a ? in it', 'b'])).toBe("SELECT 'a ? in it', 'b'");
  });

  it.each([
    ['too few', 'SELECT ?, ?', ['a']],
    ['none', 'SELECT ?', []],
    ['too many', 'SELECT ?', ['a', 'b']],
    ['one for no mark', 'SELECT 1', [1]],
  ])('refuses a statement with %s values', (_what, sql, values) => {
    expect(() => fillIn(sql, values)).toThrow('question marks');
  });

  it.each([
    ['NaN', Number.NaN],
    ['an infinity', Infinity],
    ['undefined', undefined],
    ['a truth', true],
    ['a moment', new Date(0)],
    ['an object', { toSqlString: () => '1 OR 1' }],
    ['a list', ['a', 'b']],
    ['bytes', Buffer.from('a')],
    ['a big number', 1n],
  ])('refuses %s', (_what, value) => {
    expect(() => fillIn('SELECT ?', [value as Plain])).toThrow('finite numbers');
  });
});
