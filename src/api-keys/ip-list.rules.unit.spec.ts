import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { includesIp, isIpOrRange } from './ip-list.rules.js';

describe('a list of allowed addresses', () => {
  it.each(['203.0.113.7', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', '2001:db8::1', '2001:db8::/32', '::/0'])(
    'may hold %s',
    (text) => expect(isIpOrRange(text)).toBe(true),
  );

  it.each([
    '',
    'localhost',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '/8',
    '2001:db8::/129',
    'fe80::1%eth0',
    ' 10.0.0.1',
    '10.0.0.1:80',
    '010.0.0.1',
  ])('does not hold %j', (text) => expect(isIpOrRange(text)).toBe(false));

  it.each([
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.77/8'], '10.1.2.3', true],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:db8::1'], '2001:0DB8:0:0:0:0:0:1', true],
    [['203.0.113.7', '10.0.0.0/8'], '10.0.0.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['10.0.0.0/8'], '0a00::1', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [[], '10.0.0.1', false],
    [['0.0.0.0/0', '::/0'], 'unknown', false],
  ])('%j has %s: %s', (list, address, expected) => expect(includesIp(list, address)).toBe(expected));

  it('takes an IPv4 address and its IPv6-mapped form for the same', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4(), (network, prefix, address) => {
        const hex = address
          .split('.')
          .map((part) => Number(part).toString(16).padStart(2, '0'))
          .join('');
        const forms = [address, `::ffff:${address}`, `::FFFF:${hex.slice(0, 4)}:${hex.slice(4)}`];
        const lists = [`${network}/${prefix}`, `::ffff:${network}/${prefix + 96}`];
        const answers = lists.flatMap((range) => forms.map((form) => includesIp([range], form)));
        expect(new Set(answers).size).toBe(1);
      }),
    );
  });
});
