import { describe, expect, it } from 'vitest';
import { Message } from '../message.entities.js';
import { OUTCOME_STATUSES, type OutcomeStatus, type Status, STATUSES } from '../status.rules.js';
import { counterDeltas, decideUpdates, type StatusUpdate } from './apply-status-updates.rules.js';

const NOW = new Date('2026-01-10T12:00:00Z');
const HOUR = 3_600_000;
const POLICY = { refundFailedDelivery: true, refundWindowHours: 72 };

interface Case {
  from: Status;
  to: OutcomeStatus | undefined;
  livemode: boolean;
  alwaysRefunded: boolean;
  ageHours: number;
  refundFailedDelivery: boolean;
  price: 0 | 200;
  /** 0: the price of a failed message was refunded. */
  creditUsed: 0 | 200;
}

/** Every possible message with every possible update. */
const CASES: Case[] = STATUSES.flatMap((from) =>
  [...OUTCOME_STATUSES, undefined].flatMap((to) =>
    [true, false].flatMap((livemode) =>
      [true, false].flatMap((alwaysRefunded) =>
        [0, 71, 73].flatMap((ageHours) =>
          [true, false].flatMap((refundFailedDelivery) =>
            pricesOf(from, livemode).map((price) => ({
              from,
              to,
              livemode,
              alwaysRefunded,
              ageHours,
              refundFailedDelivery,
              ...price,
            })),
          ),
        ),
      ),
    ),
  ),
);

function pricesOf(from: Status, livemode: boolean): Pick<Case, 'price' | 'creditUsed'>[] {
  const free = { price: 0, creditUsed: 0 } as const;
  if (!livemode) return [free];
  const paid = { price: 200, creditUsed: 200 } as const;
  const refunded = { price: 200, creditUsed: 0 } as const;
  return from === 'failed' || from === 'delivered' ? [free, refunded, paid] : [free, paid];
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
    reportedCost: null,
    price: 200,
    ...fields,
  });

const WORDS = { error: 'kata gateway', failureReason: 'gateway_fault' } as const;

function transitionOf({ from, to, alwaysRefunded, ageHours, refundFailedDelivery, ...given }: Case) {
  const createdAt = new Date(NOW.getTime() - ageHours * HOUR);
  const facts = {
    message: message({ status: from, ...given, createdAt }),
    update: { status: to, alwaysRefunded, ...WORDS, deviceId: 3, gatewayMessageId: 'id-1' },
  };
  const [transition] = decideUpdates([facts], new Map([[7, 1000]]), { ...POLICY, refundFailedDelivery }, NOW);
  if (!transition) throw new Error('each update has a transition');
  return transition;
}

/** Written out independently: pending < sent < failed < delivered. */
const ABOVE: Record<Status, Status[]> = {
  pending: ['sent', 'failed', 'delivered'],
  sent: ['failed', 'delivered'],
  failed: ['delivered'],
  delivered: [],
};

describe(`an update of a message, in ${CASES.length} cases`, () => {
  it('only raises its status, and stores the time', () => {
    for (const one of CASES) {
      const { status, change, after } = transitionOf(one);
      const moves = one.to !== undefined && ABOVE[one.from].includes(one.to);
      expect(status, JSON.stringify(one)).toBe(moves ? one.to : undefined);
      expect([after.status, after.moved]).toEqual(moves ? [one.to, true] : [one.from, false]);
      expect(change.status).toBe(status);
      const moments = { sent: change.sentAt, failed: change.failedAt, delivered: change.deliveredAt };
      for (const each of OUTCOME_STATUSES) expect(moments[each]).toEqual(each === status ? NOW : undefined);
    }
  });

  it('refunds once: a refused message always, also after a failure report; others within the window, by the policy', () => {
    for (const one of CASES) {
      const { refunded, change, after, status } = transitionOf(one);
      const isDue = one.alwaysRefunded || (one.refundFailedDelivery && one.ageHours <= 72);
      const isOwed = one.from === 'failed' && one.to === 'failed' && one.alwaysRefunded;
      const gives = one.creditUsed === 200 && ((status === 'failed' && isDue) || isOwed);
      expect(refunded, JSON.stringify(one)).toEqual(gives ? { balanceAfter: 1200 } : undefined);
      expect(change.creditUsed).toBe(gives ? 0 : undefined);
      expect(after.creditUsed).toBe(gives ? 0 : one.creditUsed);
      const wasRefunded = one.creditUsed < one.price;
      expect(after.balance).toBe(gives ? 1200 : wasRefunded ? 1000 : undefined);
    }
  });

  it('frees the window of a failed message, and detects a delivery after a refund', () => {
    for (const one of CASES) {
      const { freesWindow, isDeliveredAfterRefund, status } = transitionOf(one);
      expect(freesWindow, JSON.stringify(one)).toBe(status === 'failed');
      const wasRefunded = one.from === 'failed' && one.creditUsed < one.price;
      expect(isDeliveredAfterRefund).toBe(status === 'delivered' && wasRefunded);
    }
  });

  it('restores the previous code if the message was provably not sent: refused, and never reported as sent', () => {
    for (const one of CASES) {
      const isUnsent = ['pending', 'failed'].includes(one.from) && one.to === 'failed' && one.alwaysRefunded;
      expect(transitionOf(one).restoresCode, JSON.stringify(one)).toBe(isUnsent);
    }
  });

  it('keeps the sum of the counters equal to the number of messages with an outcome', () => {
    for (const one of CASES) {
      const transition = transitionOf(one);
      const { sent = 0, delivered = 0, failed = 0, repriced = 0 } = counterDeltas(transition) ?? {};
      expect(sent + delivered + failed).toBe(transition.status && one.from === 'pending' ? 1 : 0);
      // A refund without a new status is the only change that these counts do not show.
      expect(repriced, JSON.stringify(one)).toBe(transition.refunded && !transition.status ? 1 : 0);
    }
  });
});

describe('the cost that a gateway reports', () => {
  const after = (status: Status, reportedCost: string | null, update: StatusUpdate) => {
    const facts = { message: message({ status, reportedCost, creditUsed: 200, createdAt: NOW }), update };
    const [transition] = decideUpdates([facts], new Map([[7, 1000]]), POLICY, NOW);
    if (!transition) throw new Error('each update has a transition');
    return [transition.change.reportedCost, counterDeltas(transition)?.repriced];
  };

  it('is stored from the send on, replaced by a later report, and ends with a failure that reports none', () => {
    expect(after('pending', null, { status: 'sent', cost: 'USD 10000' })).toEqual(['USD 10000', 0]);
    expect(after('sent', 'USD 10000', { status: 'delivered', cost: 'USD 12000' })).toEqual(['USD 12000', 0]);
    expect(after('sent', 'USD 10000', { status: 'delivered' })).toEqual([undefined, 0]);
    expect(after('sent', 'USD 10000', { status: 'failed' })).toEqual([null, 0]);
    expect(after('sent', 'USD 10000', { status: 'failed', cost: 'free' })).toEqual(['free', 0]);
  });

  it('counts as a change of the day where it comes after the status', () => {
    expect(after('delivered', null, { status: 'delivered', cost: 'authentication' })).toEqual([
      'authentication',
      1,
    ]);
    expect(after('delivered', null, { status: 'sent', cost: 'authentication' })).toEqual([
      'authentication',
      1,
    ]);
    expect(after('sent', null, { status: 'sent', cost: 'authentication' })).toEqual(['authentication', 1]);
  });

  it('is not taken back by an outdated report', () => {
    expect(after('failed', 'free', { status: 'sent', cost: 'USD 10000' })).toEqual([undefined, undefined]);
    expect(after('failed', null, { status: 'sent', cost: 'USD 10000' })).toEqual([undefined, undefined]);
    expect(after('delivered', 'authentication', { status: 'failed' })).toEqual([undefined, undefined]);
    expect(after('delivered', 'authentication', { status: 'sent', cost: 'free' })).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a message that a callback reported as failed before', () => {
  const refused = { status: 'failed', alwaysRefunded: true } as const;
  const updated = (fields: Partial<Message>, update: StatusUpdate) => {
    const facts = {
      message: message({ livemode: true, creditUsed: 200, createdAt: NOW, ...fields }),
      update,
    };
    return decideUpdates([facts], new Map([[7, 1000]]), POLICY, NOW)[0];
  };

  it('restores the previous code, unless it was reported as sent', () => {
    expect(updated({ status: 'failed' }, refused)?.restoresCode).toBe(true);
    expect(updated({ status: 'failed', sentAt: NOW }, refused)?.restoresCode).toBe(false);
  });

  it('keeps code and price if the outcome expired', () => {
    const expired = { ...refused, expired: true };
    expect(updated({ status: 'failed' }, expired)).toMatchObject({
      restoresCode: false,
      refunded: undefined,
    });
    expect(updated({ status: 'pending' }, expired)?.restoresCode).toBe(false);
  });
});

describe(`the texts of a failure, in ${CASES.length} cases`, () => {
  it('stores the words of the gateway, until it is delivered', () => {
    for (const one of CASES) {
      const { change, status } = transitionOf(one);
      const words = status || one.from === 'pending' ? 'kata gateway' : undefined;
      expect(change.errorMessage, JSON.stringify(one)).toBe(status === 'delivered' ? null : words);
    }
  });

  it('stores why it failed or why its outcome is unknown, and no reason for other messages', () => {
    for (const one of CASES) {
      const { change, status } = transitionOf(one);
      const why = status === 'failed' || (!status && one.from === 'pending') ? 'gateway_fault' : undefined;
      const isWell = status === 'sent' || status === 'delivered';
      expect(change.failureReason, JSON.stringify(one)).toBe(isWell ? null : why);
    }
  });

  it('stores `unknown` where no reason was reported', () => {
    const facts = {
      message: message({ status: 'sent', createdAt: NOW }),
      update: { status: 'failed' } as const,
    };
    const [transition] = decideUpdates([facts], new Map(), POLICY, NOW);
    expect(transition?.change.failureReason).toBe('unknown');
  });
});

describe('the ids of a message', () => {
  const known = { deviceId: 9, gatewayMessageId: 'id-0', status: 'sent', livemode: true, creditUsed: 200 };
  const changeOf = (fields: Partial<Message>, update: StatusUpdate) =>
    decideUpdates([{ message: message({ createdAt: NOW, ...fields }), update }], new Map(), POLICY, NOW)[0]
      ?.change;

  it('are stored when they become known, even without a status', () => {
    const update = { deviceId: 3, gatewayMessageId: 'id-1' };
    expect(changeOf({ status: 'pending' }, update)).toEqual(update);
  });

  it('keep their first values', () => {
    expect(changeOf(known as Partial<Message>, { deviceId: 3, gatewayMessageId: 'id-1' })).toEqual({});
  });
});

describe('updates of several messages', () => {
  const failing = (id: number, userId: number) => ({
    message: message({ id, userId, status: 'sent', livemode: true, creditUsed: 200, createdAt: NOW }),
    update: { status: 'failed' } as const,
  });

  it('give each refund the balance after all refunds before it', () => {
    const balances = new Map([
      [7, 0],
      [8, 5000],
    ]);
    const transitions = decideUpdates([failing(1, 7), failing(2, 8), failing(3, 7)], balances, POLICY, NOW);
    expect(transitions.map(({ refunded }) => refunded?.balanceAfter)).toEqual([200, 5200, 400]);
    expect(balances.get(7)).toBe(0);
  });
});
