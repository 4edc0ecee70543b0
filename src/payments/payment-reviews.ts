import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { Payment } from './payment.entity.js';
import type { Reversal, ReviewCause } from './payments.rules.js';

const SHOWN_DAYS = 3;

/** A payment that the operator must review. */
interface NotedPayment<Cause> {
  id: number;
  requestId: number;
  amount: number;
  cause: Cause;
}

/** Lists recent payments that were credited late or not at all, and those that were refunded or charged back. */
@Injectable()
export class PaymentReviews {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async reviews(limit: number): Promise<NotedPayment<ReviewCause>[]> {
    const rows = await this.database.read.find(Payment, {
      where: { reviewAt: this.shown() },
      order: { reviewAt: 'DESC' },
      take: limit,
    });
    return rows.flatMap(({ review: cause, ...rest }) => (cause ? [{ ...rest, cause }] : []));
  }

  async reversals(limit: number): Promise<NotedPayment<Reversal>[]> {
    const rows = await this.database.read.find(Payment, {
      where: { reversedAt: this.shown() },
      order: { reversedAt: 'DESC' },
      take: limit,
    });
    return rows.flatMap(({ reversal: cause, ...rest }) => (cause ? [{ ...rest, cause }] : []));
  }

  private shown() {
    return MoreThan(addSeconds(this.clock.now(), -SHOWN_DAYS * DAY_SECONDS));
  }
}
