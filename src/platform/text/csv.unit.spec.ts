import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.js';

/** The cells of one record, as RFC 4180 reads it. */
function read(line: string): string[] {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

describe('a line of CSV', () => {
  it('ends with CRLF, and quotes only what needs it', () => {
    expect(csvLine([7, 'Toko Budi', null])).toBe('7,Toko Budi,\r\n');
    expect(csvLine(['Budi, "Toko"'])).toBe('"Budi, ""Toko"""\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1'])('makes no formula of %j', (text) =>
    expect(read(csvLine([text]))[0]).toMatch(/^'/),
  );

  it.each(['a;=1+1', 'a,=1+1', 'a\t+1', 'a"\n@SUM(A1)'])(
    'makes none of %j where another separator splits it',
    (text) => {
      const [cell = ''] = read(csvLine([text]));
      for (const part of cell.split(/[,;\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@]/);
    },
  );

  it('leaves numbers numbers', () => expect(csvLine([-200])).toBe('-200\r\n'));

  it('reads back as what was written, but for the apostrophes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '=', "'", ' ', 'é') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const bare = (text: string) => text.replaceAll("'", '');
        expect(read(csvLine(cells)).map(bare)).toEqual(cells.map(bare));
      }),
    );
  });
});
