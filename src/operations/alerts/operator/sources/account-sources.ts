import { Injectable } from '@nestjs/common';
import { TopUpRequests } from '../../../../credit/index.js';
import { FraudBlocks } from '../../../../fraud/index.js';
import { NotOnWhatsappLimit } from '../../../../otp/index.js';
import { PaymentReviews } from '../../../../payments/index.js';
import { DAY_SECONDS } from '../../../../platform/time/clock.js';
import { PrivacyRequests } from '../../../../privacy/index.js';
import { UsersService } from '../../../../users/index.js';
import { type AlertSource, type Observation } from '../alert-kinds.rules.js';

/** At most this many alerts of a kind. */
const TOP_UPS_MAX = 100;

/** Top-up requests that wait for a decision. */
@Injectable()
export class TopUpSource implements AlertSource {
  readonly kinds = ['top_up_waiting'] as const;
  readonly isCertain = true;

  constructor(private readonly requests: TopUpRequests) {}

  async observe(at: Date): Promise<Observation> {
    const waiting = await this.requests.waiting(TOP_UPS_MAX);
    const conditions = waiting.map(({ id, amount }) => ({
      kind: 'top_up_waiting' as const,
      subject: `top_up:${id}`,
      detail: { request: id, amount },
    }));
    return { at, conditions };
  }
}

/** Payments of the last days that the operator has to look at. */
@Injectable()
export class PaymentSource implements AlertSource {
  readonly kinds = ['payment_review', 'payment_reversed'] as const;
  readonly isCertain = true;

  constructor(private readonly payments: PaymentReviews) {}

  async observe(at: Date): Promise<Observation> {
    const [reviews, reversals] = await Promise.all([
      this.payments.reviews(TOP_UPS_MAX),
      this.payments.reversals(TOP_UPS_MAX),
    ]);
    const review = reviews.map(({ id, requestId: request, amount, cause }) => ({
      kind: 'payment_review' as const,
      subject: `payment:${id}`,
      detail: { request, amount, cause },
    }));
    const reversed = reversals.map(({ id, requestId: request, amount, cause }) => ({
      kind: 'payment_reversed' as const,
      subject: `payment:${id}`,
      detail: { request, amount, cause },
    }));
    return { at, conditions: [...review, ...reversed] };
  }
}

/** At most this many alerts of a kind. Of probed numbers, the accounts with the most refused sends come first. */
const ACCOUNTS_MAX = 20;

/** Accounts that sent to too many numbers without WhatsApp. */
@Injectable()
export class NumberProbeSource implements AlertSource {
  readonly kinds = ['numbers_probed'] as const;
  readonly isCertain = true;

  constructor(
    private readonly limit: NotOnWhatsappLimit,
    private readonly users: UsersService,
  ) {}

  async observe(at: Date): Promise<Observation> {
    const refused = [...(await this.limit.refused())].toSorted(([, one], [, other]) => other - one);
    const most = refused.slice(0, ACCOUNTS_MAX);
    const names = await this.users.namesOf(most.map(([userId]) => userId));
    const conditions = most.map(([userId, count]) => ({
      kind: 'numbers_probed' as const,
      subject: `account:${userId}`,
      detail: { account: names.get(userId) ?? String(userId), refused: count },
    }));
    return { at, conditions };
  }
}

/** Accounts whose sends look like fraud now. */
@Injectable()
export class FraudSource implements AlertSource {
  readonly kinds = ['fraud_detected'] as const;
  readonly isCertain = true;

  constructor(
    private readonly blocks: FraudBlocks,
    private readonly users: UsersService,
  ) {}

  async observe(at: Date): Promise<Observation> {
    const accounts = await this.blocks.summaries(ACCOUNTS_MAX);
    const names = await this.users.namesOf(accounts.map(({ userId }) => userId));
    const conditions = accounts.map(({ userId, blocks, stopped }) => ({
      kind: 'fraud_detected' as const,
      subject: `account:${userId}`,
      detail: { account: names.get(userId) ?? String(userId), blocks, stopped },
    }));
    return { at, conditions };
  }
}

/** Accounts whose owners want them closed, until an administrator does it or the owner takes the request back. */
@Injectable()
export class ClosingSource implements AlertSource {
  readonly kinds = ['closing_requested'] as const;
  readonly isCertain = true;

  constructor(private readonly users: UsersService) {}

  async observe(at: Date): Promise<Observation> {
    const asking = await this.users.askingToClose(ACCOUNTS_MAX);
    const names = await this.users.namesOf(asking);
    const conditions = asking.map((userId) => ({
      kind: 'closing_requested' as const,
      subject: `account:${userId}`,
      detail: { account: names.get(userId) ?? String(userId) },
    }));
    return { at, conditions };
  }
}

/** A day before the end of their time. */
const PRIVACY_SECONDS = DAY_SECONDS;
const PRIVACY_MAX = 100;

/** Requests of data subjects whose time ends. */
@Injectable()
export class PrivacySource implements AlertSource {
  readonly kinds = ['privacy_due'] as const;
  readonly isCertain = true;

  constructor(private readonly requests: PrivacyRequests) {}

  async observe(at: Date): Promise<Observation> {
    const due = await this.requests.due(PRIVACY_SECONDS, PRIVACY_MAX);
    const conditions = due.map(({ id, kind, dueAt }) => ({
      kind: 'privacy_due' as const,
      subject: `privacy_request:${id}`,
      detail: { request: id, request_kind: kind, due: dueAt.toISOString() },
    }));
    return { at, conditions };
  }
}
