import { describe, expect, it } from 'vitest';
import { fillTemplate, TEMPLATES } from '../../../../src/platform/text/message-template.rules';
import { spansOf } from './formatting.rules';

describe('what WhatsApp draws', () => {
  it('is the code in bold, and the brand as it stands', () => {
    const text = fillTemplate(TEMPLATES.en, { code: '482913', brand: '*Toko* Budi' });
    expect(spansOf(text)).toEqual([
      { text: '482913', mark: 'bold' },
      { text: ' is your Toko Budi OTP. Do not share this code with anyone.', mark: null },
    ]);
  });

  it.each([
    ['a _b_ ~c~ `d`', ['italic', 'strike', 'mono']],
    ['2*3*4', []],
    ['* a *', []],
    ['*a\nb*', []],
    ['*a', []],
    ['**', []],
    ['(*a*), *b*.', ['bold', 'bold']],
    ['snake_case_name', []],
  ])('of “%s” has the marks %j', (text, marks) => {
    const spans = spansOf(text);
    expect(spans.flatMap(({ mark }) => mark ?? [])).toEqual(marks);
    if (marks.length === 0) expect(spans).toEqual([{ text, mark: null }]);
  });
});
