import { describe, expect, it } from 'vitest';
import { isLine, isNote, isUndisguised } from './plain-text.rules.js';

/** Bidi controls, zero-width characters, fillers, tags, line breaks, controls, half a character. */
const HIDDEN =
  '202a 202b 202c 202d 202e 2066 2067 2068 2069 200e 200f 061c 200b 200c 200d 2060 2064 feff 00ad 034f 115f 3164 ffa0 2800 180e e0041 2028 2029 0000 0007 001b 007f 0085 d800'
    .split(' ')
    .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));

describe('a text that is shown to others', () => {
  it.each(HIDDEN)('hides nothing: %j', (char) => {
    for (const text of [`Toko${char}Budi`, `${char}Budi`, `Budi${char}`]) {
      expect(isLine(100)(text)).toBe(false);
      expect(isNote(100)(text)).toBe(false);
    }
  });

  it.each(['Budi Santoso', "D'Ávila", '寿司 ☕ ❤️', '👨‍👩‍👧', '🏳️‍🌈', '👩🏽‍🚀 1️⃣', 'متجر', 'ร้าน', 'बैंक'])(
    'may be %s',
    (text) => {
      expect(isLine(100)(text)).toBe(true);
      expect(isUndisguised(text)).toBe(true);
    },
  );

  it('has one line, unless it is a note', () => {
    expect(isLine(10)('a\nb')).toBe(false);
    expect(isNote(10)('a\r\nb\tc')).toBe(true);
    expect([isLine(3)('👍👍👍'), isLine(3)('👍👍👍👍'), isLine(3)(''), isNote(3)(''), isLine(3)(7)]).toEqual([
      ...[true, false, false, true, false],
    ]);
  });

  it.each(['a\u202eb', 'a\u2066b', '\u200fa', 'a\u0000', 'a\ud800'])(
    'is shown as it was written: %j',
    (text) => expect(isUndisguised(text)).toBe(false),
  );
});
