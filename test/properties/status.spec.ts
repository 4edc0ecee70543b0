import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consequenceOf, counterDeltas } from '../../src/otp/journal/settlement.js';
import { mayMove, RANK, SETTLED, STATUSES, type SettledStatus, type Status } from '../../src/otp/status.js';

const CREATED = new Date('2026-01-01T00:00:00Z');
const POLICY = { refundFailedDelivery: true, refundWindowHours: 72 };

describe('the state machine', () => {
  it('moves up and never down: pending < sent < failed < delivered', () => {
    const allowed = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => mayMove(from, to)).map((to) => `${from}>${to}`),
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

  it('ends, whatever the order of the news, at the highest status with at most one refund and a price of 0 or 200', () => {
    const news = fc.record({ status: fc.constantFrom(...SETTLED), refused: fc.boolean() });
    fc.assert(
      fc.property(fc.array(news, { minLength: 1, maxLength: 12 }), (sequence) => {
        let [status, creditUsed, refunds]: [Status, number, number] = ['pending', 200, 0];
        for (const item of sequence) {
          const consequence = consequenceOf(
            { status, livemode: true, creditUsed, createdAt: CREATED },
            item,
            POLICY,
            CREATED,
          );
          if (!consequence) continue;
          status = consequence.status;
          if (consequence.refund) [creditUsed, refunds] = [0, refunds + 1];
        }
        expect(RANK[status]).toBe(Math.max(...sequence.map((item) => RANK[item.status])));
        expect(refunds).toBeLessThanOrEqual(1);
        expect(creditUsed).toBe(200 - 200 * refunds);
      }),
    );
  });

  it('keeps the counters a partition of the messages', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SETTLED), { maxLength: 10 }), (targets) => {
        let status: Status = 'pending';
        const counts: Record<SettledStatus, number> = { sent: 0, delivered: 0, failed: 0 };
        for (const to of targets.filter((target) => mayMove(status, target))) {
          if (!mayMove(status, to)) continue;
          const deltas = counterDeltas(status, to);
          for (const column of SETTLED) counts[column] += deltas[column];
          status = to;
        }
        for (const column of SETTLED) expect(counts[column]).toBe(status === column ? 1 : 0);
      }),
    );
  });

  it('refunds what was refused, even when the policy keeps the price of failed deliveries', () => {
    const policy = { refundFailedDelivery: false, refundWindowHours: 72 };
    const sent = { status: 'sent', livemode: true, creditUsed: 200, createdAt: CREATED } as const;
    expect(consequenceOf(sent, { status: 'failed', refused: false }, policy, CREATED)?.refund).toBe(false);
    expect(
      consequenceOf({ ...sent, status: 'pending' }, { status: 'failed', refused: true }, policy, CREATED)
        ?.refund,
    ).toBe(true);
  });
});
