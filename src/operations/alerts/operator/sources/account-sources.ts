import { Injectable } from '@nestjs/common';
import { TopUpRequests } from '../../../../credit/index.js';
import { FraudBlocks } from '../../../../fraud/index.js';
import { NotOnWhatsappLimit } from '../../../../otp/index.js';
import { PaymentReviews } from '../../../../payments/index.js';
import { DAY_SECONDS } from '../../../../platform/time/clock.js';
import { PrivacyRequests } from '../../../../privacy/index.js';
import { UsersService } from '../../../../users/index.js';
import { type AlertCondition, type AlertSource, certainSource } from '../alert-kinds.rules.js';

/** At most this many alerts of a kind. */
const REQUESTS_MAX = 100;
const ACCOUNTS_MAX = 20;

@Injectable()
export class AccountSources {
  readonly all: AlertSource[] = [
    certainSource(['top_up_waiting'], () => this.topUps()),
    certainSource(['payment_review'], () => this.reviews()),
    certainSource(['payment_reversed'], () => this.reversals()),
    certainSource(['closing_requested'], () => this.closings()),
    certainSource(['numbers_probed'], () => this.numberProbes()),
    certainSource(['fraud_detected'], () => this.fraud()),
    certainSource(['privacy_due'], () => this.privacy()),
  ];

  constructor(
    private readonly requests: TopUpRequests,
    private readonly payments: PaymentReviews,
    private readonly limit: NotOnWhatsappLimit,
    private readonly blocks: FraudBlocks,
    private readonly privacyRequests: PrivacyRequests,
    private readonly users: UsersService,
  ) {}

  private async topUps(): Promise<AlertCondition[]> {
    const waiting = await this.requests.waiting(REQUESTS_MAX);
    return waiting.map(({ id, amount }) => ({
      kind: 'top_up_waiting',
      subject: `top_up:${id}`,
      detail: { request: id, amount },
    }));
  }

  /** Payments of the last days that the operator has to look at. */
  private async reviews(): Promise<AlertCondition[]> {
    const reviews = await this.payments.reviews(REQUESTS_MAX);
    return reviews.map(({ id, requestId: request, amount, cause }) => ({
      kind: 'payment_review',
      subject: `payment:${id}`,
      detail: { request, amount, cause },
    }));
  }

  private async reversals(): Promise<AlertCondition[]> {
    const reversals = await this.payments.reversals(REQUESTS_MAX);
    return reversals.map(({ id, requestId: request, amount, cause }) => ({
      kind: 'payment_reversed',
      subject: `payment:${id}`,
      detail: { request, amount, cause },
    }));
  }

  /** Accounts whose owners want them closed, until an administrator does it or the owner takes the request back. */
  private async closings(): Promise<AlertCondition[]> {
    const asking = await this.users.askingToClose(ACCOUNTS_MAX);
    const nameOf = await this.namesOf(asking);
    return asking.map((id) => ({
      kind: 'closing_requested',
      subject: `account:${id}`,
      detail: { account: nameOf(id) },
    }));
  }

  /** Accounts that sent to too many numbers without WhatsApp, those with the most refused sends first. */
  private async numberProbes(): Promise<AlertCondition[]> {
    const refused = [...(await this.limit.refused())].toSorted(([, one], [, other]) => other - one);
    const most = refused.slice(0, ACCOUNTS_MAX);
    const nameOf = await this.namesOf(most.map(([userId]) => userId));
    return most.map(([id, count]) => ({
      kind: 'numbers_probed',
      subject: `account:${id}`,
      detail: { account: nameOf(id), refused: count },
    }));
  }

  private async fraud(): Promise<AlertCondition[]> {
    const accounts = await this.blocks.summaries(ACCOUNTS_MAX);
    const nameOf = await this.namesOf(accounts.map(({ userId }) => userId));
    return accounts.map(({ userId: id, blocks, stopped }) => ({
      kind: 'fraud_detected',
      subject: `account:${id}`,
      detail: { account: nameOf(id), blocks, stopped },
    }));
  }

  /** Requests of data subjects whose time ends within a day. */
  private async privacy(): Promise<AlertCondition[]> {
    const due = await this.privacyRequests.due(DAY_SECONDS, REQUESTS_MAX);
    return due.map(({ id, kind, dueAt }) => ({
      kind: 'privacy_due',
      subject: `privacy_request:${id}`,
      detail: { request: id, request_kind: kind, due: dueAt.toISOString() },
    }));
  }

  private async namesOf(ids: readonly number[]): Promise<(id: number) => string> {
    const names = await this.users.namesOf(ids);
    return (id) => names.get(id) ?? String(id);
  }
}
