export { PaymentReviews } from './payment-reviews.js';
export { PaymentsModule } from './payments.module.js';
export type { Reversal, ReviewCause } from './payments.rules.js';
export { PaymentProviders } from './providers/payment-providers.js';
export { ProvidersModule } from './providers/providers.module.js';
