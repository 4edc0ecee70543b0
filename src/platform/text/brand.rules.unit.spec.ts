import fc from 'fast-check';
import TLDS from 'tlds' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { areBrands, brandFlaw, isBrandSafe, isBrandShort, normalizeBrand } from './brand.rules.js';
import { fillTemplate, TEMPLATES } from './message-template.rules.js';

const accepts = (text: string) => isBrandSafe(text) && brandFlaw(normalizeBrand(text)) === undefined;

const LATIN =
  "Toko Budi|PT. Maju Jaya|PT.Telkom|CV.Sumber|R&B|M-Pesa|H&M|A.P.C.|Budi's|Café|Toko 24/7|99 Ranch|7-Eleven";
const SHOWN = 'Gedung 2026-1|Kopi ☕|🍜|❤️ Kue|🇮🇩 Merdeka|3M|5|①|Ｔｏｋｏ Ｂｕｄｉ';
const NUMBERED =
  'Toko 24 Jam|Alfamart 1500|2026 Promo 11|CS 14045|PT 123456|Kopi 1/2|Toko·Budi|A & B, C|Bank Jago|O2O|LOLO';
const OTHERS = 'Кафе|寿司|スシロー|카카오|ร้าน|बैंक|متجر|ꦗꦮ|Καφές';

describe('a brand', () => {
  it.each([LATIN, SHOWN, NUMBERED, OTHERS].flatMap((texts) => texts.split('|')))('may be %s', (text) =>
    expect(accepts(text)).toBe(true),
  );
});

describe('a brand that is no name', () => {
  it.each([
    'bit.ly/x1y2',
    'wa.me/…',
    'klik http://a.co',
    'Blibli.com',
    'klik a.co',
    'x.id',
    'HTTPS://x',
    'www.x',
  ])('is no link: %s', (text) => expect(accepts(text)).toBe(false));
  it.each(['bit．ly', 'bit。ly', 'BIT.LY', 'klik:bit.ly', 'a.ᴄo.id', '10.0.0.1', 'пример.рф', 'a-b.co.id'])(
    'is no link in disguise: %s',
    (text) => expect(accepts(text)).toBe(false),
  );

  it.each([
    '081234567890',
    '+62 812-3456',
    '0812 3456 789',
    '(021) 555 1234',
    '1234567',
    '٠٨١٢٣٤٥٦',
    '０８１２３４５６',
  ])('is no number to call: %s', (text) => expect(accepts(text)).toBe(false));

  it.each([
    'bit_.ly/abc',
    'evil.c*om/x',
    'w`ww.jahat.c`om',
    'bit＿.ly',
    'bit[.]ly/a',
    'bit(dot)ly',
    'bit [titik] ly',
    'bit%2Ely/a',
    'bit .ly/a',
    'bit. ly/a',
    'bit,ly/a',
    'bit·ly/a',
    'bit•ly',
    'bit․ly',
    'a.xn--p1ai',
    'xn--80ak6aa92e',
    'bit.ʟʏ',
    'bit.lý',
    'bit.ly𞱱',
    'http:jahat',
    'a.id⁄x',
    'tel://x',
    '1.2.3.4',
    '{a|b}',
  ])('is no link by its marks: %s', (text) => expect(accepts(text)).toBe(false));
});

describe('a brand that is no number', () => {
  it.each([
    '0812_3456_7890',
    'WA 812-3456-7890',
    'CS 1500 888',
    '0812·3456·7890',
    '0812|3456|7890',
    '0️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣',
    '⓪⑧①②③④⑤',
    '⁰⁸¹²³⁴⁵',
    '❶❷❸❹❺❻❼',
    '🔟🔟🔟🔟',
    '𝟎𝟖𝟏𝟐𝟑𝟒𝟓',
    '08:12~34"56',
    '1🍜2🍜3🍜4🍜5🍜6🍜7',
    '1-2-3-4-5-6-7',
    '08Ƨ345Ƽ',
    '0*8*1*2*3*4*5',
  ])('is no number by its marks: %s', (text) => expect(accepts(text)).toBe(false));

  it.each(['***', '_', '`~`'])('shows something without its marks: %s', (text) =>
    expect(accepts(text)).toBe(false),
  );
});

describe('a brand that is not what it shows', () => {
  it.each(['BСA', 'Gоjek', 'ΒCA', 'Toko 寿司', 'paypаl', 'Տoko'])('is written in one script: %s', (text) =>
    expect(accepts(text)).toBe(false),
  );
  it.each(['ВСА', 'ОСВС', 'ΒΝΙ', 'ѴІЅА'])('is no Latin name in the letters of another script: %s', (text) =>
    expect(accepts(text)).toBe(false),
  );

  it.each([
    '\u3164',
    '\u2800',
    '...',
    '—',
    '\uFFA0',
    '\u115F',
    'Toko\u3164Budi',
    'a\u034F',
    '\uE000',
    '\uFE0F',
  ])('shows all that it is: %j', (text) => expect(accepts(text)).toBe(false));

  it('is counted in code points', () => {
    expect(isBrandShort('🍜'.repeat(20))).toBe(true);
    expect(isBrandShort('🍜'.repeat(21))).toBe(false);
  });
});

describe('an approved brand', () => {
  it.each(['Blibli.com', '0812 3456 7890', 'ВСА', '*Toko*'])('may look like %s', (text) =>
    expect(areBrands([text])).toBe(true),
  );
  it.each(['', '***', '\u3164', 'a\u202eb', 'x'.repeat(21), 7])('may not be %j', (text) =>
    expect(areBrands([text])).toBe(false),
  );
});

const FILLED = [
  ...Object.values(TEMPLATES),
  'CS 1500888: *{code}* untuk {brand}',
  '{brand}: {code} toko.id/bantuan',
];

/** Finds contact details with a list of domains, by another method than the rule. */
function readsAsContact(text: string): boolean {
  if (/\p{Nd}{7}/u.test(text.replaceAll(/[^\p{L}\p{Nd}]/gu, ''))) return true;
  return text.split(/[^a-z0-9.-]+/iu).some((word) => {
    const labels = word.toLowerCase().split('.');
    return (
      labels.length > 1 && labels.some((label, at) => at > 0 && labels[at - 1] !== '' && TLDS.includes(label))
    );
  });
}

describe('the finished text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'Toko',
      'bit',
      'wa',
      'evil',
      'ly',
      'me',
      'com',
      'id',
      'www',
      'http://',
      '0812',
      '345',
      '62',
      '7',
    ),
    fc.constantFrom('.', '*', '_', '~', '`', ' ', '-', '/', '|', '·', '[', ']', '(', ')', ',', ':'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const brand = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));

  it('holds nothing to tap or to call that an accepted brand has added', () => {
    fc.assert(
      fc.property(brand, fc.constantFrom(...FILLED), (text, template) => {
        const name = normalizeBrand(text);
        fc.pre(isBrandSafe(text) && brandFlaw(name, [template]) === undefined);
        const sent = fillTemplate(template, { code: '482913', brand: name });
        expect(sent).toContain(name);
        const [before = '', after = ''] = fillTemplate(template, { code: 'x', brand: '\u0000' }).split(
          '\u0000',
        );
        expect(sent.startsWith(before.replace('x', '482913'))).toBe(true);
        const added = `${/\S*$/u.exec(before)?.[0]}${name}${/^\S*/u.exec(after)?.[0]}`;
        expect(readsAsContact(added), sent).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['bit', '{code} dari {brand}.ly'],
    ['id', '{code}.{brand}'],
    ['jahat', 'https://{brand} {code}'],
    ['jahat', 'www.{brand} {code}'],
    ['345678', '{code} hubungi 0812 {brand}'],
    ['081234', '{code} {brand}-567'],
    ['Toko wa', '{code} {brand}.me/62'],
  ])('is refused where %s makes a contact of %s', (name, template) => {
    expect(brandFlaw(name)).toBeUndefined();
    expect(brandFlaw(name, [template])).toBeDefined();
  });

  it.each([
    ['Toko 24 Jam', 'Kode {brand}: {code}. Bantuan: https://sandi.id/bantuan atau 1500 888'],
    ['24 Jam', 'CS 1500888. {brand}: {code}'],
    ['Toko 123456', '{brand} {code}'],
    ['Toko', 'https://sandi.id/{brand} {code}'],
  ])('may be %s in %s, whose own words are the operator’s', (name, template) =>
    expect(brandFlaw(name, [template])).toBeUndefined(),
  );
});
