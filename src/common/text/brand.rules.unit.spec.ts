import { describe, expect, it } from 'vitest';
import { isBrandHonest, isBrandSafe, isBrandShort, normalizeBrand } from './brand.rules.js';

const accepts = (text: string) => isBrandSafe(text) && isBrandHonest(normalizeBrand(text));

const LATIN =
  "Toko Budi|PT. Maju Jaya|PT.Telkom|CV.Sumber|R&B|M-Pesa|H&M|A.P.C.|Budi's|Café|Toko 24/7|99 Ranch|7-Eleven";
const SHOWN = 'Gedung 2026-1|Kopi ☕|🍜|❤️ Kue|🇮🇩 Merdeka|3M|5|①|Ｔｏｋｏ Ｂｕｄｉ';
const OTHERS = 'Кафе|寿司|スシロー|카카오|ร้าน|बैंक|متجر|ꦗꦮ|Καφές';

describe('a brand', () => {
  it.each([LATIN, SHOWN, OTHERS].flatMap((texts) => texts.split('|')))('may be %s', (text) =>
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

  it.each(['BСA', 'Gоjek', 'ΒCA', 'Toko 寿司', 'paypаl', 'Տoko'])('is written in one script: %s', (text) =>
    expect(accepts(text)).toBe(false),
  );
  it.each(['ВСА', 'ОСВС', 'ΒΝΙ'])('is no Latin name in the letters of another script: %s', (text) =>
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
