import { describe, expect, it } from 'vitest';
import { confusionKeys, wordRuns } from './confusables.rules.js';

const areMistaken = (one: string, other: string) => {
  const keys = confusionKeys(one);
  return confusionKeys(other).some((key) => keys.includes(key));
};

describe('names that people mistake for', () => {
  it.each(
    'bca|ʙᴄᴀ|B C A|B.C.A.|"BCA"|BÇA|B\u0332C\u0332A|🅱🅲🅰|🇧🇨🇦|ⒷⒸⒶ|𝐁𝐂𝐀|ВСА|ΒCA|ᏴᏟᎪ|ꓐꓚꓮ|ＢＣＡ|BCA™|BCA ✓|BᏟA'.split(
      '|',
    ),
  )('BCA: %s', (name) => expect(areMistaken('BCA', name)).toBe(true));
  it.each(['Bni', 'BNl', 'BN1', 'bn|', 'ΒΝΙ', 'B.N.I', 'ʙɴɪ'])('BNI: %s', (name) =>
    expect(areMistaken('BNI', name)).toBe(true),
  );
  it.each(['WHATSAPP', 'Whats App', 'WhatsΑpp', 'VVhatsApp', 'ｗｈａｔｓａｐｐ', 'W̶h̶a̶t̶s̶A̶p̶p̶'])(
    'WhatsApp: %s',
    (name) => expect(areMistaken('WhatsApp', name)).toBe(true),
  );
  it.each([
    ['Meta', 'Мета'],
    ['мета', 'МЕТА'],
    ['Gopay', 'G0PAY'],
    ['Gopay', 'ĢØPAY'],
    ['mandiri', 'rnandlri'],
    ['Кафе', 'КАФЕ'],
    ['🍜', '🍜'],
  ])('%s: %s', (one, other) => expect(areMistaken(one, other)).toBe(true));
});

it.each([
  ['BCA', 'BNI'],
  ['Toko Budi', 'Toko Budi Jaya'],
  ['Meta', 'Metalindo'],
  ['BCA', 'BCA Syariah'],
  ['🍜', '☕'],
  ['बैंक', 'बक'],
  ['Kopi 1', 'Kopi 2'],
])('%s and %s are told apart', (one, other) => expect(areMistaken(one, other)).toBe(false));

const containsWord = (brand: string, name: string) =>
  [name, ...wordRuns(name)].some((run) => areMistaken(brand, run));

it.each([
  ['BCA', 'BCA Mobile'],
  ['BCA', 'm-BCA'],
  ['BCA', 'Info ВСА Promo'],
  ['BCA', 'B C A Mobile'],
  ['BCA', '🅱CA Mobile'],
  ['BCA', 'KlikBCA'],
  ['BCA', 'BCAMobile'],
  ['BCA', 'BCA24'],
  ['OVO', '0V0 Pay'],
  ['LINE', 'L|NE Pay'],
  ['Bank Mandiri', 'Promo Bank Mandiri'],
])('a name that contains %s as a word: %s', (brand, name) => {
  expect(containsWord(brand, name)).toBe(true);
});

it.each([
  ['Meta', 'Metanoia'],
  ['Meta', 'Kosmetak'],
  ['BCA', 'Ibcani'],
  ['BCA', 'Abcadabra Toko'],
  ['Bank Mandiri', 'Bank Jago'],
  ['Toko Budi', 'Toko Ibu Budi'],
])('%s is no word of %s', (brand, name) => {
  expect(containsWord(brand, name)).toBe(false);
});
