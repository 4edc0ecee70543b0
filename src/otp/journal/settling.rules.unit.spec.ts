import { describe, expect, it } from 'vitest';
import { Message } from '../message.entity.js';
import { SETTLED, type SettledStatus, type Status, STATUSES } from '../status.rules.js';
import { counterDeltas, isPlain, judgeSettlings, type News } from './settling.rules.js';

const NOW = new Date('2026-01-10T12:00:00Z');
const HOUR = 3_600_000;
const POLICY = { refundFailedDelivery: true, refundWindowHours: 72 };

interface Case {
  from: Status;
  to: SettledStatus | undefined;
  livemode: boolean;
  refused: boolean;
  ageHours: number;
  refundFailedDelivery: boolean;
  /** A failed message whose price went back, or did not. */
  creditUsed: 0 | 200;
}

/** Every message that there can be, with all the news that can come of it. */
const CASES: Case[] = STATUSES.flatMap((from) =>
  [...SETTLED, undefined].flatMap((to) =>
    [true, false].flatMap((livemode) =>
      [true, false].flatMap((refused) =>
        [0, 71, 73].flatMap((ageHours) =>
          [true, false].flatMap((refundFailedDelivery) =>
            pricesOf(from, livemode).map((creditUsed) => ({
              from,
              to,
              livemode,
              refused,
              ageHours,
              refundFailedDelivery,
              creditUsed,
            })),
          ),
        ),
      ),
    ),
  ),
);

function pricesOf(from: Status, livemode: boolean): (0 | 200)[] {
  if (!livemode) return [0];
  return from === 'failed' || from === 'delivered' ? [0, 200] : [200];
}

const message = (fields: Partial<Message>): Message =>
  Object.assign(new Message(), {
    id: 1,
    userId: 7,
    deviceId: null,
    gatewayMessageId: null,
    errorMessage: null,
    failureReason: null,
    sentAt: null,
    ...fields,
  });

const WORDS = { error: 'kata gateway', failureReason: 'gateway_fault' } as const;

function moveOf({ from, to, livemode, refused, ageHours, refundFailedDelivery, creditUsed }: Case) {
  const createdAt = new Date(NOW.getTime() - ageHours * HOUR);
  const told = {
    message: message({ status: from, livemode, creditUsed, createdAt }),
    news: { status: to, refused, ...WORDS, deviceId: 3, gatewayMessageId: 'id-1' },
  };
  const [move] = judgeSettlings([told], new Map([[7, 1000]]), { ...POLICY, refundFailedDelivery }, NOW);
  if (!move) throw new Error('there is a move for each');
  return move;
}

/** Written down once more: pending < sent < failed < delivered. */
const ABOVE: Record<Status, Status[]> = {
  pending: ['sent', 'failed', 'delivered'],
  sent: ['failed', 'delivered'],
  failed: ['delivered'],
  delivered: [],
};

describe(`news of a message, in ${CASES.length} cases`, () => {
  it('moves it up and never down, and writes when', () => {
    for (const one of CASES) {
      const { status, change, after } = moveOf(one);
      const moves = one.to !== undefined && ABOVE[one.from].includes(one.to);
      expect(status, JSON.stringify(one)).toBe(moves ? one.to : undefined);
      expect([after.status, after.moved]).toEqual(moves ? [one.to, true] : [one.from, false]);
      expect(change.status).toBe(status);
      const moments = { sent: change.sentAt, failed: change.failedAt, delivered: change.deliveredAt };
      for (const each of SETTLED) expect(moments[each]).toEqual(each === status ? NOW : undefined);
    }
  });

  it('gives the price back once: what was refused always, also where a report came first, else within the window where the operator does', () => {
    for (const one of CASES) {
      const { refunded, change, after, status } = moveOf(one);
      const isDue = one.refused || (one.refundFailedDelivery && one.ageHours <= 72);
      const isOwed = one.from === 'failed' && one.to === 'failed' && one.refused;
      const gives = one.creditUsed === 200 && ((status === 'failed' && isDue) || isOwed);
      expect(refunded, JSON.stringify(one)).toEqual(gives ? { balanceAfter: 1200 } : undefined);
      expect(change.creditUsed).toBe(gives ? 0 : undefined);
      expect(after.creditUsed).toBe(gives ? 0 : one.creditUsed);
      const isWithoutPrice = one.livemode && one.creditUsed === 0;
      expect(after.balance).toBe(gives ? 1200 : isWithoutPrice ? 1000 : undefined);
    }
  });

  it('frees the window of what failed, and tells what is delivered free of charge', () => {
    for (const one of CASES) {
      const { freesWindow, isFree, status } = moveOf(one);
      expect(freesWindow, JSON.stringify(one)).toBe(status === 'failed');
      const wasRefunded = one.from === 'failed' && one.livemode && one.creditUsed === 0;
      expect(isFree).toBe(status === 'delivered' && wasRefunded);
    }
  });

  it('takes a code back that provably went nowhere: refused, and nobody had told that it was sent', () => {
    for (const one of CASES) {
      const isUnsent = ['pending', 'failed'].includes(one.from) && one.to === 'failed' && one.refused;
      expect(moveOf(one).takesCodeBack, JSON.stringify(one)).toBe(isUnsent);
    }
  });

  it('needs no second look where nothing goes back', () => {
    for (const one of CASES) {
      const move = moveOf(one);
      expect(isPlain(move), JSON.stringify(one)).toBe(move.status === 'sent' || move.status === 'delivered');
    }
  });

  it('keeps the counters a partition of the settled messages', () => {
    for (const from of STATUSES)
      for (const to of SETTLED) {
        const deltas = counterDeltas(from, to);
        const sum = Object.values(deltas).reduce((one, other) => one + other, 0);
        expect([sum, deltas[to]]).toEqual([from === 'pending' ? 1 : 0, from === to ? 0 : 1]);
      }
  });
});

describe('what a callback had called failed before', () => {
  const refused = { status: 'failed', refused: true } as const;
  const settled = (fields: Partial<Message>, news: News) => {
    const told = { message: message({ livemode: true, creditUsed: 200, createdAt: NOW, ...fields }), news };
    return judgeSettlings([told], new Map([[7, 1000]]), POLICY, NOW)[0];
  };

  it('gives its code back, unless somebody had told that it was sent', () => {
    expect(settled({ status: 'failed' }, refused)?.takesCodeBack).toBe(true);
    expect(settled({ status: 'failed', sentAt: NOW }, refused)?.takesCodeBack).toBe(false);
  });

  it('keeps code and price where nobody found out more in time', () => {
    const expired = { ...refused, expired: true };
    expect(settled({ status: 'failed' }, expired)).toMatchObject({
      takesCodeBack: false,
      refunded: undefined,
    });
    expect(settled({ status: 'pending' }, expired)?.takesCodeBack).toBe(false);
  });
});

describe(`news of a failure, in ${CASES.length} cases`, () => {
  it('says in whose words it failed, until it is delivered after all', () => {
    for (const one of CASES) {
      const { change, status } = moveOf(one);
      const words = status || one.from === 'pending' ? 'kata gateway' : undefined;
      expect(change.errorMessage, JSON.stringify(one)).toBe(status === 'delivered' ? null : words);
    }
  });

  it('says why it failed, or why nobody knows, and of no other message', () => {
    for (const one of CASES) {
      const { change, status } = moveOf(one);
      const why = status === 'failed' || (!status && one.from === 'pending') ? 'gateway_fault' : undefined;
      const isWell = status === 'sent' || status === 'delivered';
      expect(change.failureReason, JSON.stringify(one)).toBe(isWell ? null : why);
    }
  });

  it('says that nobody told why, where nobody did', () => {
    const told = {
      message: message({ status: 'sent', createdAt: NOW }),
      news: { status: 'failed' } as const,
    };
    const [move] = judgeSettlings([told], new Map(), POLICY, NOW);
    expect(move?.change.failureReason).toBe('unknown');
  });
});

describe('the ids of a message', () => {
  const known = { deviceId: 9, gatewayMessageId: 'id-0', status: 'sent', livemode: true, creditUsed: 200 };
  const changeOf = (fields: Partial<Message>, news: News) =>
    judgeSettlings([{ message: message({ createdAt: NOW, ...fields }), news }], new Map(), POLICY, NOW)[0]
      ?.change;

  it('are written when they become known, without any status too', () => {
    const news = { deviceId: 3, gatewayMessageId: 'id-1' };
    expect(changeOf({ status: 'pending' }, news)).toEqual(news);
  });

  it('stay as they were first told', () => {
    expect(changeOf(known as Partial<Message>, { deviceId: 3, gatewayMessageId: 'id-1' })).toEqual({});
  });
});

describe('news of several messages', () => {
  const failing = (id: number, userId: number) => ({
    message: message({ id, userId, status: 'sent', livemode: true, creditUsed: 200, createdAt: NOW }),
    news: { status: 'failed' } as const,
  });

  it('leaves each account the balance of all refunds up to it', () => {
    const balances = new Map([
      [7, 0],
      [8, 5000],
    ]);
    const moves = judgeSettlings([failing(1, 7), failing(2, 8), failing(3, 7)], balances, POLICY, NOW);
    expect(moves.map(({ refunded }) => refunded?.balanceAfter)).toEqual([200, 5200, 400]);
    expect(balances.get(7)).toBe(0);
  });
});
