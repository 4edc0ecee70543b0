import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIsoTime } from './iso-time.js';

describe('parseIsoTime', () => {
  it('reads back whatever toISOString writes', () => {
    const moments = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(moments, (at) => parseIsoTime(at.toISOString())?.getTime() === at.getTime()));
  });

  it.each([
    ['2026-12-31T17:00:00+07:00', '2026-12-31T10:00:00.000Z'],
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T17:00:00.123456Z', '2026-12-31T17:00:00.123Z'],
  ])('reads %s', (text, expected) => expect(parseIsoTime(text)?.toISOString()).toBe(expected));

  it.each([
    '2026-12-31',
    '2026-12-31T17:00:00',
    '2026-12-31 17:00:00Z',
    '2026-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00+99:00',
    '9999-12-31T23:59:59-12:00',
    '+010000-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '1767225600',
    'tomorrow',
    '',
  ])('refuses %j', (text) => expect(parseIsoTime(text)).toBeUndefined());
});
