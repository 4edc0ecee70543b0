export { PaymentReviews } from './payment-reviews.js';
export { PaymentsModule } from './payments.module.js';
export type { Reversal, ReviewCause } from './payments.rules.js';
export { PaymentProviders, ProvidersModule } from './providers/payment-providers.js';
