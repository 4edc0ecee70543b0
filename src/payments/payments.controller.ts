import { Body, Get, Post } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Creates } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { CreatePaymentDto, PaymentOptionsView, PaymentView } from './payments.dto.js';
import { PaymentsService } from './payments.service.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { PAYMENT_METHODS } from './providers/provider.js';

@UserController('Account', 'api/account/top-up')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly providers: PaymentProviders,
  ) {}

  @Get('payment-options')
  @AllowsImpersonation()
  @Answers(PaymentOptionsView, {
    summary: { id: 'Cara membayar top up secara online', en: 'List the ways to pay top-up requests online' },
    about: 'Without a payment provider both lists are empty.',
  })
  getPaymentOptions(): PaymentOptionsView {
    const providers = this.providers.names;
    return { providers, methods: providers.length > 0 ? [...PAYMENT_METHODS] : [] };
  }

  @Get('requests/:id/payments')
  @AllowsImpersonation()
  @Answers(PaymentView, {
    list: true,
    summary: { id: 'Pembayaran sebuah permintaan top up', en: 'List the payments of a top-up request' },
    about: 'Payments with their current status, newest first.',
  })
  listPayments(@CurrentPrincipal() { userId }: Principal, @IdParam() id: number) {
    return this.payments.list(userId, id);
  }

  /** Needs no Idempotency-Key: returns an equal payment that can still be paid, if there is one. */
  @Post('requests/:id/payments')
  @Creates()
  @Answers(PaymentView, {
    status: 201,
    summary: { id: 'Bayar permintaan top up secara online', en: 'Pay a top-up request online' },
    about:
      'Creates a payment of the exact amount at the provider, or returns the one that can still be paid. Sandi adds the credit once the provider confirms the payment.',
  })
  @Fails('parameter_missing', 'top_up_decided', 'email_unverified', 'payment_failed')
  createPayment(
    @CurrentPrincipal() { userId }: Principal,
    @IdParam() id: number,
    @Body() body: CreatePaymentDto,
  ) {
    return this.payments.create(userId, id, body);
  }
}
