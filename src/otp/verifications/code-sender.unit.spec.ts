import { describe, expect, it } from 'vitest';
import { newCode } from './code-sender.js';

const all = Array.from({ length: 10_000 }, (_, nth) => String(nth).padStart(4, '0'));

describe('a code', () => {
  it.each([4, 5, 6, 7, 8])('has %i digits', (length) => {
    expect(newCode('live', length, {})).toMatch(new RegExp(`^[0-9]{${length}}$`));
    expect(newCode('test', length, {})).toBe('00000000'.slice(0, length));
  });

  it('is as likely as any other of its length', () => {
    const counts = new Map<string, number>();
    for (let nth = 0; nth < 50_000; nth++) {
      const code = newCode('live', 4, {});
      for (const [place, digit] of [...code].entries())
        counts.set(`${place}${digit}`, (counts.get(`${place}${digit}`) ?? 0) + 1);
    }
    // Expects each digit 5,000 times in each place. A difference of 500 by chance occurs once in 10^11 runs.
    expect(counts.size).toBe(40);
    for (const [digit, count] of counts) expect(Math.abs(count - 5_000), digit).toBeLessThan(500);
  });

  it('stands in nothing that is kept in clear beside it', () => {
    const free = all.filter((_, nth) => nth % 10 === 7);
    const taken = all.filter((code) => !free.includes(code));
    const metadata = { a: taken.slice(0, 5000).join(' '), [taken.slice(5000, 8000).join('-')]: 'x' };
    const external_id = taken.slice(8000).join(' ');
    for (let nth = 0; nth < 20; nth++) expect(free).toContain(newCode('live', 4, { external_id, metadata }));
  });
});
