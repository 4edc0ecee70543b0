import { describe, expect, it } from 'vitest';
import { judgeOpenings, type OpeningAsked, type OpeningKnown } from './opening.rules.js';

const send = (reference: string, rest: Partial<OpeningAsked> = {}): OpeningAsked => ({
  reference,
  userId: 1,
  cost: 200,
  window: `window of ${reference}`,
  key: undefined,
  capped: undefined,
  deviceAvailable: true,
  ...rest,
});

const KNOWN: OpeningKnown = {
  balances: new Map([
    [1, 500],
    [2, 10_000],
  ]),
  windows: new Map(),
  keysTaken: new Set(),
  uses: new Map(),
};

const kinds = (sends: OpeningAsked[], known: Partial<OpeningKnown> = {}) =>
  judgeOpenings(sends, { ...KNOWN, ...known }).map(({ kind }) => kind);

const held = (reference: string) => ({ reference, expiresAt: new Date('2026-01-01') });

describe('of several sends at once', () => {
  it('each is charged from what the ones before it left, and no more than there is', () => {
    const verdicts = judgeOpenings([send('a'), send('b'), send('c'), send('d', { userId: 2 })], KNOWN);
    expect(verdicts).toEqual([
      { kind: 'opened', balance: 300 },
      { kind: 'opened', balance: 100 },
      { kind: 'insufficient', balance: 100 },
      { kind: 'opened', balance: 9800 },
    ]);
  });

  it('a refused one takes nothing from those after it', () => {
    const windows = new Map([['taken', held('earlier')]]);
    expect(kinds([send('a', { window: 'taken' }), send('b'), send('c')], { windows })).toEqual([
      'duplicate',
      'opened',
      'opened',
    ]);
  });

  it('a cap counts what it lets through, over all sends of its key', () => {
    const capped = { id: 'key today', cap: 2 };
    const sends = ['a', 'b', 'c'].map((name) => send(name, { userId: 2, capped }));
    expect(kinds(sends, { uses: new Map([['key today', 1]]) })).toEqual(['opened', 'capped', 'capped']);
  });

  it('a window that it holds itself is its own', () => {
    const windows = new Map([['window of a', held('a')]]);
    expect(kinds([send('a')], { windows })).toEqual(['opened']);
  });
});

it('the first reason counts: key, account, cap, credit, duplicate, device', () => {
  const worst = {
    key: 'key',
    capped: { id: 'cap', cap: 0 },
    cost: 600,
    window: 'taken',
    deviceAvailable: false,
  };
  const known = { windows: new Map([['taken', held('earlier')]]), keysTaken: new Set(['key']) };
  const order: [Partial<OpeningAsked>, string][] = [
    [{}, 'in_flight'],
    [{ key: undefined, userId: 3 }, 'no_account'],
    [{ userId: 1 }, 'capped'],
    [{ capped: undefined }, 'insufficient'],
    [{ cost: 200 }, 'duplicate'],
    [{ window: undefined }, 'no_device'],
    [{ deviceAvailable: true }, 'opened'],
  ];
  let asked: OpeningAsked = send('a', worst);
  for (const [mended, kind] of order) {
    asked = { ...asked, ...mended };
    expect(kinds([asked], known)).toEqual([kind]);
  }
});
