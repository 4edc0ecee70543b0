import { describe, expect, it } from 'vitest';
import { randomToken } from '../ids/random.js';
import { decideDataKey, fingerprintOf, type GivenKey, type KnownKey } from './data-key.rules.js';
import { firstDataKey, keyPairsIn } from './data-keys.rules.js';
import { BlindIndex } from './hashing.js';
import { Sealer } from './sealer.js';

const random = () => randomToken(48);
const [OLD, NEW, OTHER] = [random(), random(), random()];

const known = (number: number, key: string, rest: Partial<KnownKey> = {}): KnownKey => ({
  ...{ number, fingerprint: fingerprintOf(key), isUsed: true, isDropped: false },
  ...rest,
});
const unused = (number: number, key: string) => known(number, key, { isUsed: false });

function decide(key: string, keys: KnownKey[], rest: Partial<GivenKey & { sealed: string[] }> = {}) {
  const { sealed = [], ...given } = rest;
  const decision = decideDataKey(
    { key, before: undefined, fault: undefined, isOldKeyLost: false, isProduction: true, ...given },
    { keys, sealed, hasAccounts: true },
  );
  if (decision.kind === 'refused') return decision.why;
  const numbers = decision.keys.map(({ text, number }) => [text, number]);
  return { keys: numbers, changed: decision.changed, warning: decision.warning };
}

const BOTH = [known(1, OLD), known(2, NEW)];

describe('DATA_KEY with two keys', () => {
  it('begins with the other one as a key that only opens, or that seals where it is first', () => {
    expect(decide(`${OLD},${NEW}`, [known(1, OLD)])).toEqual({
      keys: [
        [OLD, 1],
        [NEW, 2],
      ],
      changed: [unused(2, NEW)],
      warning: undefined,
    });
    expect(decide(`${NEW}, ${OLD}`, [known(1, OLD)])).toMatchObject({
      keys: [
        [NEW, 2],
        [OLD, 1],
      ],
      changed: [known(2, NEW)],
    });
    expect(decide(`${NEW},${OLD}`, [known(1, OLD), unused(2, NEW)])).toMatchObject({
      changed: [known(2, NEW)],
    });
    for (const key of [`${NEW},${OLD}`, `${OLD},${NEW}`])
      expect(decide(key, BOTH)).toMatchObject({ changed: [] });
  });

  it('may have another new key only before the first one was used', () => {
    expect(decide(`${OLD},${OTHER}`, [known(1, OLD), unused(2, NEW)])).toMatchObject({
      changed: [unused(2, OTHER)],
    });
    for (const key of [`${OTHER},${OLD}`, `${OLD},${OTHER}`, `${NEW},${OTHER}`, `${OTHER},${NEW}`])
      expect(decide(key, BOTH)).toMatch(/^(the new key in DATA_KEY differs|DATA_KEY is not the key)/);
  });

  it('is needed as long as both keys are in force', () => {
    expect(decide(OLD, [known(1, OLD), unused(2, NEW)])).toMatchObject({ keys: [[OLD, 1]] });
    expect(decide(OLD, BOTH)).toMatch(/^DATA_KEY is only one of the two keys/);
    expect(decide(NEW, BOTH)).toMatch(/^DATA_KEY is only one of the two keys/);
  });

  it('is the new one alone once the old one was dropped', () => {
    const keys = [known(1, OLD, { isDropped: true }), known(2, NEW)];
    expect(decide(NEW, keys)).toMatchObject({ keys: [[NEW, 2]], warning: undefined });
    for (const key of [`${NEW},${OLD}`, `${OLD},${NEW}`])
      expect(decide(key, keys)).toMatchObject({
        keys: [[NEW, 2]],
        changed: [],
        warning: expect.stringContaining('a dropped key'),
      });
    expect(decide(OLD, keys)).toMatch(/^DATA_KEY is not the key of/);
    expect(decide(`${OTHER},${NEW}`, keys)).toMatchObject({
      keys: [
        [OTHER, 3],
        [NEW, 2],
      ],
    });
  });

  it('is refused where neither is that of the data, and where the new one is easy to guess', () => {
    expect(decide(`${NEW},${OTHER}`, [known(1, OLD)])).toMatch(/^DATA_KEY is not the key of/);
    const weak = 'a'.repeat(32);
    expect(decide(`${weak},${OLD}`, [known(1, OLD)])).toMatch(/new key in DATA_KEY is easy to guess/);
    expect(decide(`${NEW},${weak}`, [known(1, weak)])).toMatchObject({ changed: [known(2, NEW)] });
  });
});

describe('DATA_KEY of data without that row', () => {
  it('is found by what it opens where there is no fingerprint yet', () => {
    const sealed = [new Sealer(firstDataKey(OLD)).seal('x')];
    for (const key of [`${NEW},${OLD}`, `${OLD},${NEW}`])
      expect(decide(key, [], { sealed })).toMatchObject({
        changed: [known(1, OLD), { number: 2, fingerprint: fingerprintOf(NEW), isUsed: key.startsWith(NEW) }],
      });
    expect(decide(`${NEW},${OTHER}`, [], { sealed })).toMatch(/^DATA_KEY is not the key of/);
  });

  it('replaces a lost one by a number of its own', () => {
    const isOldKeyLost = true;
    expect(decide(NEW, [known(1, OLD)], { isOldKeyLost })).toMatchObject({
      keys: [[NEW, 2]],
      changed: [known(1, OLD, { isDropped: true }), known(2, NEW)],
    });
  });
});

describe('DATA_KEY with a comma', () => {
  const whole = `${OLD},${NEW}`;

  it('is one key where the data is under the whole text, and the log says so', () => {
    const one = { keys: [[whole, 1]], warning: expect.stringContaining('one key, commas included') };
    expect(decide(whole, [known(1, whole)])).toMatchObject(one);
    expect(decide(whole, [], { sealed: [new Sealer(firstDataKey(whole)).seal('x')] })).toMatchObject(one);
    // Accounts of a release without fingerprints: it used the whole text as one key.
    expect(decide(whole, [])).toMatchObject(one);
  });

  it('is one key where a part is shorter than 32 characters', () => {
    const short = `${OLD},${'b'.repeat(31)}`;
    expect(keyPairsIn(short)).toEqual([]);
    expect(decide(short, [known(1, short)])).toMatchObject({ keys: [[short, 1]] });
    expect(decide(short, [known(1, OLD)])).toMatch(/^DATA_KEY is not the key of/);
    expect(keyPairsIn(`${'a'.repeat(32)},${'b'.repeat(32)}`)).toHaveLength(1);
  });

  it('changes a key that has commas itself', () => {
    expect(decide(`${OTHER},${whole}`, [known(1, whole)])).toMatchObject({
      keys: [
        [OTHER, 2],
        [whole, 1],
      ],
    });
    expect(decide(`${whole},${OTHER}`, [known(1, whole)])).toMatchObject({
      keys: [
        [whole, 1],
        [OTHER, 2],
      ],
    });
  });
});

describe('what is derived from two keys', () => {
  const keys = [
    { text: NEW, number: 2 },
    { text: OLD, number: 1 },
  ] as const;

  it('is sealed with the first, and opened with either', () => {
    const [both, before, after] = [
      new Sealer(keys),
      new Sealer(firstDataKey(OLD)),
      new Sealer(firstDataKey(NEW)),
    ];
    expect(both.open(before.seal('x'))).toBe('x');
    expect(after.open(both.seal('x'))).toBe('x');
    expect(() => both.open(new Sealer(firstDataKey(OTHER)).seal('x'))).toThrow();
  });

  it('is indexed with the first, looked up under both, and counted under the older', () => {
    const both = new BlindIndex(keys, 'test');
    const old = new BlindIndex(firstDataKey(OLD), 'test').of('x');
    expect(both.all('x')).toEqual([both.of('x'), old]);
    expect(both.shared('x')).toBe(old);
    expect(new BlindIndex([keys[1], keys[0]], 'test').shared('x')).toBe(old);
    expect(both.of('x')).toMatch(/^k2\.[0-9a-f]{61}$/);
    expect(old).toMatch(/^[0-9a-f]{64}$/);
  });
});
