import { Module } from '@nestjs/common';
import { CreditModule } from '../credit/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { UsersModule } from '../users/index.js';
import { PaymentCallbacksController } from './payment-callbacks.controller.js';
import { PaymentCallbacks } from './payment-callbacks.js';
import { PaymentReviews } from './payment-reviews.js';
import { PaymentStates } from './payment-states.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { ProvidersModule } from './providers/payment-providers.js';

const SWEEP_SECONDS = 30;

@Module({
  imports: [CreditModule, UsersModule, ProvidersModule],
  controllers: [PaymentsController, PaymentCallbacksController],
  providers: [PaymentsService, PaymentStates, PaymentCallbacks, PaymentReviews],
  exports: [PaymentReviews],
})
export class PaymentsModule {
  constructor(sweepers: Sweepers, states: PaymentStates) {
    sweepers.every('payments', SWEEP_SECONDS, () => states.sweep());
  }
}
