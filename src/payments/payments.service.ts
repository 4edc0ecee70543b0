import { Inject, Injectable } from '@nestjs/common';
import { TopUpRequests } from '../credit/index.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { newReference } from '../platform/ids/random.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, MINUTE_SECONDS } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import { Payment } from './payment.entity.js';
import type { CreatePaymentDto, PaymentView } from './payments.dto.js';
import { nextCheck } from './payments.rules.js';
import { PaymentProviders } from './providers/payment-providers.js';
import type { PaymentMethod, PaymentProvider } from './providers/provider.js';

/** Longer than a provider takes to create a payment. */
const ORDERED_SECONDS = 30;

/** How long a payment can be paid: within the bounds of both providers for each method. */
const lifeMinutesOf = (method: PaymentMethod) => (method === 'qris' ? 30 : 120);

/** Creates and lists the payments of an account's top-up requests. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly database: Database,
    private readonly requests: TopUpRequests,
    private readonly providers: PaymentProviders,
    private readonly users: UsersService,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Newest first. Fails with `not_found`. */
  async list(userId: number, requestId: number): Promise<PaymentView[]> {
    const request = await this.requests.get(requestId);
    if (request.userId !== userId) throw new AppError('not_found');
    const rows = await this.database.read.find(Payment, { where: { requestId }, order: { id: 'DESC' } });
    return rows.map((row) => this.view(row));
  }

  /** Fails with `not_found`, `top_up_decided`, `email_unverified` or `payment_failed`. */
  async create(userId: number, requestId: number, body: CreatePaymentDto): Promise<PaymentView> {
    const provider = this.providers.get(body.provider);
    const { payment, isNew } = await this.open(userId, requestId, body);
    if (isNew) await this.order(provider, payment);
    return this.view(orNotFound(await this.database.read.findOneBy(Payment, { id: payment.id })));
  }

  /** Stores the payment before the provider is called, whose callback may come before its response. */
  private open(
    userId: number,
    requestId: number,
    { provider, method }: CreatePaymentDto,
  ): Promise<{ payment: Payment; isNew: boolean }> {
    return this.database.tx(async (tx) => {
      const { amount } = await this.requests.beginPayment(tx, userId, requestId);
      const now = this.clock.now();
      const which = { requestId, provider, method, status: 'pending' as const };
      const open = await tx.findOne(Payment, { where: which, order: { id: 'DESC' } });
      if (open && isUsable(open, now)) return { payment: open, isNew: false };
      const expiresAt = addSeconds(now, lifeMinutesOf(method) * MINUTE_SECONDS);
      const payment = tx.create(Payment, {
        ...which,
        userId,
        amount,
        reference: newReference('pay', now),
        expiresAt,
        checkAt: nextCheck({ createdAt: now, expiresAt }, now),
        createdAt: now,
      });
      await tx.insert(Payment, payment);
      return { payment, isNew: true };
    });
  }

  private async order(provider: PaymentProvider, payment: Payment): Promise<void> {
    const { id, method, reference, amount, expiresAt } = payment;
    const { name, email } = orNotFound(await this.users.findContact(payment.userId));
    const outcome = await provider.create({
      ...{ reference, method, amount, expiresAt },
      lifeMinutes: lifeMinutesOf(method),
      payer: { name, email },
    });
    if (outcome.kind === 'created') {
      await this.database.tx((tx) => tx.update(Payment, { id }, outcome.instructions));
      return;
    }
    // The payer does not see how to pay it. If it is paid anyway, it is credited.
    const failed = { status: 'failed', checkAt: null } as const;
    await this.database.tx((tx) => tx.update(Payment, { id, status: 'pending' }, failed));
    this.logger.warn({ payment: reference, reason: outcome.reason }, 'a provider made no payment');
    throw new AppError('payment_failed');
  }

  private view(payment: Payment): PaymentView {
    const { id, provider, method, amount, status, qrText, payCode, pageUrl } = payment;
    const isOver = status === 'pending' && this.clock.now() > payment.expiresAt;
    return {
      id,
      provider,
      method,
      amount,
      status: isOver ? 'expired' : status,
      qr_text: qrText,
      pay_code: payCode,
      page_url: pageUrl,
      ...this.calendar.fields('expires_at', payment.expiresAt),
      ...this.calendar.fields('paid_at', payment.paidAt),
      ...this.calendar.fields('created_at', payment.createdAt),
    };
  }
}

/** Whether the payment can still be paid, or is being created. */
function isUsable({ qrText, payCode, pageUrl, createdAt, expiresAt }: Payment, now: Date): boolean {
  const isMade = (qrText ?? payCode ?? pageUrl) !== null;
  return isMade ? now < expiresAt : now < addSeconds(createdAt, ORDERED_SECONDS);
}
