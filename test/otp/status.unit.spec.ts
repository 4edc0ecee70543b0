import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Message } from '../../src/otp/message.entities.js';
import { decideUpdates } from '../../src/otp/messages/apply-status-updates.rules.js';
import { canTransition, OUTCOME_STATUSES, RANK, STATUSES } from '../../src/otp/status.rules.js';

const CREATED = new Date('2026-01-01T00:00:00Z');
const PENDING = { status: 'pending', livemode: true, creditUsed: 200, createdAt: CREATED } as const;
const POLICY = { refundFailedDelivery: true, refundWindowHours: 72 };

describe('the state machine', () => {
  it('moves up and never down: pending < sent < failed < delivered', () => {
    const allowed = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => canTransition(from, to)).map((to) => `${from}>${to}`),
    );
    expect(allowed.sort()).toEqual(
      [
        'pending>sent',
        'pending>failed',
        'pending>delivered',
        'sent>failed',
        'sent>delivered',
        'failed>delivered',
      ].sort(),
    );
  });

  it('ends, whatever the order of the updates, at the highest status with at most one refund and a price of 0 or 200', () => {
    const update = fc.record({ status: fc.constantFrom(...OUTCOME_STATUSES), alwaysRefunded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(update, { minLength: 1, maxLength: 12 }), (sequence) => {
        const message = Object.assign(new Message(), { id: 1, userId: 1, ...PENDING });
        let balance = 0;
        for (const update of sequence) {
          const [transition] = decideUpdates([{ message, update }], new Map([[1, balance]]), POLICY, CREATED);
          Object.assign(message, transition?.change);
          balance = transition?.refunded?.balanceAfter ?? balance;
        }
        expect(RANK[message.status]).toBe(Math.max(...sequence.map(({ status }) => RANK[status])));
        expect([0, 200]).toContain(balance);
        expect(message.creditUsed).toBe(200 - balance);
      }),
    );
  });
});
