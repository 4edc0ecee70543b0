import { describe, expect, it } from 'vitest';
import {
  isLine,
  isNote,
  isUndisguised,
  LINE_OR_EMPTY_PATTERN,
  LINE_PATTERN,
  NOTE_PATTERN,
} from './plain-text.rules.js';

/** Bidi controls, zero-width characters, fillers, tags, line breaks, controls, a lone surrogate. */
const HIDDEN =
  '202a 202b 202c 202d 202e 2066 2067 2068 2069 200e 200f 061c 200b 200c 200d 2060 2064 feff 00ad 034f 115f 3164 ffa0 2800 180e e0041 2028 2029 0000 0007 001b 007f 0085 d800'
    .split(' ')
    .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));

describe('the patterns of the documents', () => {
  it('agree with the rules on every character up to U+FFFF', () => {
    const lines = new RegExp(LINE_PATTERN, 'u');
    const notes = new RegExp(NOTE_PATTERN, 'u');
    const differing = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => {
      const text = `a${String.fromCharCode(code)}b`;
      // Surrogates are no characters, and whether a joiner hides depends on the emoji around it.
      if ((code >= 0xd800 && code <= 0xdfff) || code === 0x200d) return false;
      return lines.test(text) !== isLine(100)(text) || notes.test(text) !== isNote(100)(text);
    });
    expect(differing.map((code) => code.toString(16))).toEqual([]);
  });

  it('ask for a character that is no blank, or for nothing', () => {
    for (const text of ['', ' ', '\u00a0', 'Budi', ' Budi']) {
      expect(new RegExp(LINE_PATTERN, 'u').test(text)).toBe(text.trim() !== '');
      expect(new RegExp(LINE_OR_EMPTY_PATTERN, 'u').test(text)).toBe(text === '' || text.trim() !== '');
    }
  });
});

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
