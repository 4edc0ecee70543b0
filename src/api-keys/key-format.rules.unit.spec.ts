import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODES } from '../platform/access/modes.rules.js';
import { BASE62 } from '../platform/ids/random.js';
import { formatKey, KEY_SECRET_LENGTH, modeOfKey } from './key-format.rules.js';

const mode = fc.constantFrom(...MODES);
const base62 = fc.constantFrom(...BASE62);
const secret = fc.string({ unit: base62, minLength: KEY_SECRET_LENGTH, maxLength: KEY_SECRET_LENGTH });

describe('the format of an API key', () => {
  it('is the prefix, 32 characters of base62 and 6 of checksum, and reads back as its mode', () => {
    fc.assert(
      fc.property(mode, secret, (mode, secret) => {
        const key = formatKey(mode, secret);
        expect(key).toMatch(/^sandi_(live|test)_[0-9A-Za-z]{38}$/);
        expect(key).toContain(secret);
        expect(modeOfKey(key)).toBe(mode);
      }),
    );
  });

  it('notices any one character that is wrong', () => {
    const position = fc.nat({ max: 'sandi_live_'.length + 37 });
    fc.assert(
      fc.property(mode, secret, position, base62, (mode, secret, at, char) => {
        const key = formatKey(mode, secret);
        fc.pre(key[at] !== char);
        expect(modeOfKey(key.slice(0, at) + char + key.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('notices a key whose mode was changed by hand', () => {
    fc.assert(
      fc.property(secret, (secret) => {
        expect(modeOfKey(formatKey('test', secret).replace('_test_', '_live_'))).toBeUndefined();
      }),
    );
  });

  it('takes no other text for a key', () => {
    fc.assert(fc.property(fc.string(), (text) => modeOfKey(text) === undefined));
    const key = formatKey('live', 'a'.repeat(KEY_SECRET_LENGTH));
    for (const text of [` ${key}`, `${key}\n`, `${key}0`, key.slice(0, -1), key.toUpperCase(), ''])
      expect(modeOfKey(text)).toBeUndefined();
  });

  it('keeps the checksum it had when the first key was made', () => {
    expect(formatKey('live', '0123456789ABCDEFGHIJKLMNOPQRSTUV')).toBe(
      'sandi_live_0123456789ABCDEFGHIJKLMNOPQRSTUV0c8FB9',
    );
  });
});
