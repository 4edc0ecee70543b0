import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { TopUpRequests } from '../credit/index.js';
import { Database } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Clock } from '../platform/time/clock.js';
import { Payment } from './payment.entity.js';
import {
  decidePayment,
  nextCheck,
  type PaymentDecision,
  type ProviderReport,
  reviewOf,
} from './payments.rules.js';
import { PaymentProviders } from './providers/payment-providers.js';
import type { PaymentMethod, StateOutcome } from './providers/provider.js';

/** Payments per batch, which are checked at once, and batches per round. */
const BATCH = 10;
const BATCHES_MAX = 10;

const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  qris: 'QRIS',
  va_bca: 'VA BCA',
  va_bni: 'VA BNI',
  va_bri: 'VA BRI',
  va_permata: 'VA Permata',
};

/** Asks providers for the state of payments and applies it: the only place that credits a payment. */
@Injectable()
export class PaymentStates {
  constructor(
    private readonly database: Database,
    private readonly requests: TopUpRequests,
    private readonly providers: PaymentProviders,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the reason if the provider reported no state; then nothing has changed. */
  async refresh(payment: Payment): Promise<Extract<StateOutcome, { kind: 'unclear' }> | undefined> {
    const outcome = await this.providers.get(payment.provider).ask(payment);
    if (outcome.kind === 'unclear') return outcome;
    failpoint('payment.asked');
    await this.database.tx((tx) => this.apply(tx, payment, outcome.report));
    failpoint('payment.applied');
    return undefined;
  }

  /** Asks about payments that are due: a callback may be lost. */
  async sweep(): Promise<void> {
    if (this.providers.names.length === 0) return;
    for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await this.checkDue()) < BATCH) return;
  }

  private async checkDue(): Promise<number> {
    const due = await this.database.read.find(Payment, {
      where: { provider: In(this.providers.names), checkAt: LessThanOrEqual(this.clock.now()) },
      order: { checkAt: 'ASC' },
      take: BATCH,
    });
    await Promise.all(due.map((payment) => this.check(payment)));
    return due.length;
  }

  private async check(payment: Payment): Promise<void> {
    if (!(await this.takeCheck(payment))) return;
    const unclear = await this.refresh(payment);
    if (unclear)
      this.logger.warn(
        { payment: payment.reference, reason: unclear.reason },
        'a provider reported no state of a payment',
      );
  }

  /** Takes a due check: returns true in one instance only. At the last check an unpaid payment becomes expired. */
  private async takeCheck({ id, checkAt }: Payment): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, Payment, { id });
      if (!row || row.checkAt?.getTime() !== checkAt?.getTime()) return false;
      const next = nextCheck(row, this.clock.now());
      const isOver = next === null && row.status === 'pending';
      await tx.update(Payment, { id }, { checkAt: next, ...(isOver && { status: 'expired' as const }) });
      return true;
    });
  }

  private async apply(tx: EntityManager, { id, externalId }: Payment, report: ProviderReport): Promise<void> {
    const payment = await this.database.lockRow(tx, Payment, { id });
    const decision = payment && decidePayment(payment, report, this.clock.now());
    if (!decision) return;
    failpoint('payment.held');
    const before =
      decision.isCredited && (await this.requests.bookPayment(tx, payment.requestId, this.noteOf(payment)));
    const review = (decision.isCredited && reviewOf(before)) ?? decision.review;
    await tx.update(Payment, { id }, { externalId, ...this.changesOf({ ...decision, review }) });
    failpoint('payment.booked');
  }

  private changesOf({ status, review, reversal }: PaymentDecision): Partial<Payment> {
    const now = this.clock.now();
    return {
      ...(status && { status }),
      ...(status === 'paid' && { paidAt: now, checkAt: null }),
      ...(review && { review, reviewAt: now }),
      ...(reversal && { reversal, reversedAt: now }),
    };
  }

  private noteOf({ provider, method, requestId }: Payment): string {
    const { title } = this.providers.get(provider);
    return `Pembayaran ${METHOD_NAMES[method]} lewat ${title} (permintaan ${requestId})`;
  }
}
