import { describe, expect, it } from 'vitest';
import type { SpendCap } from '../../platform/access/principal.js';
import { type AccountState, type CreateFacts, decideCreates } from './create-messages.rules.js';

const send = (name: string, rest: Partial<CreateFacts> = {}): CreateFacts => ({
  userId: 1,
  cost: 200,
  window: `window of ${name}`,
  key: undefined,
  capped: undefined,
  spendCaps: [],
  deviceAvailable: true,
  ...rest,
});

const STATE: AccountState = {
  balances: new Map([
    [1, 500],
    [2, 10_000],
  ]),
  windows: new Map(),
  keysTaken: new Set(),
  uses: new Map(),
  spent: new Map(),
};

const kinds = (sends: CreateFacts[], state: Partial<AccountState> = {}) =>
  decideCreates(sends, { ...STATE, ...state }).map(({ kind }) => kind);

const held = (reference: string) => ({ reference, expiresAt: new Date('2026-01-01') });

describe('several sends at once', () => {
  it('each is charged from what the ones before it left, and no more than there is', () => {
    const decisions = decideCreates([send('a'), send('b'), send('c'), send('d', { userId: 2 })], STATE);
    expect(decisions).toEqual([
      { kind: 'created', balance: 300 },
      { kind: 'created', balance: 100 },
      { kind: 'insufficient', balance: 100 },
      { kind: 'created', balance: 9800 },
    ]);
  });

  it('a refused one takes nothing from those after it', () => {
    const windows = new Map([['taken', held('earlier')]]);
    expect(kinds([send('a', { window: 'taken' }), send('b'), send('c')], { windows })).toEqual([
      'duplicate',
      'created',
      'created',
    ]);
  });

  it('a cap counts what it lets through, over all sends of its key', () => {
    const capped = { id: 'key today', cap: 2 };
    const sends = ['a', 'b', 'c'].map((name) => send(name, { userId: 2, capped }));
    expect(kinds(sends, { uses: new Map([['key today', 1]]) })).toEqual(['created', 'capped', 'capped']);
  });
});

describe('a spend cap', () => {
  const cap = (credits: number, rootKeyId = 0) => ({ userId: 2, rootKeyId, credits });
  const under = (...spendCaps: SpendCap[]) =>
    ['a', 'b', 'c'].map((name) => send(name, { userId: 2, spendCaps }));
  const spent = new Map([
    ['2 0', 100],
    ['2 7', 300],
  ]);

  it('lets through what fits, of all sends under it', () => {
    expect(kinds(under(cap(500)), { spent })).toEqual(['created', 'created', 'spend_capped']);
    expect(kinds(under(cap(499)), { spent })).toEqual(['created', 'spend_capped', 'spend_capped']);
    expect(kinds(under(cap(0)), {})).toEqual(Array(3).fill('spend_capped'));
  });

  it('is named when it is the first that would be exceeded', () => {
    const [, second] = decideCreates(under(cap(1000), cap(500, 7)), { ...STATE, spent });
    expect(second).toEqual({ kind: 'spend_capped', cap: cap(500, 7) });
  });

  it('lets through what costs nothing', () => {
    expect(kinds([send('a', { userId: 2, cost: 0, spendCaps: [cap(0)] })], { spent })).toEqual(['created']);
  });
});

it('the first reason counts: key, account, caps, credit, duplicate, device', () => {
  const worst = {
    key: 'key',
    capped: { id: 'cap', cap: 0 },
    spendCaps: [{ userId: 1, rootKeyId: 0, credits: 0 }],
    cost: 600,
    window: 'taken',
    deviceAvailable: false,
  };
  const state = { windows: new Map([['taken', held('earlier')]]), keysTaken: new Set(['key']) };
  const order: [Partial<CreateFacts>, string][] = [
    [{}, 'in_flight'],
    [{ key: undefined, userId: 3 }, 'no_account'],
    [{ userId: 1 }, 'capped'],
    [{ capped: undefined }, 'spend_capped'],
    [{ spendCaps: [] }, 'insufficient'],
    [{ cost: 200 }, 'duplicate'],
    [{ window: undefined }, 'no_device'],
    [{ deviceAvailable: true }, 'created'],
  ];
  let facts: CreateFacts = send('a', worst);
  for (const [fixed, kind] of order) {
    facts = { ...facts, ...fixed };
    expect(kinds([facts], state)).toEqual([kind]);
  }
});
