export { CREDIT_KINDS, CREDIT_KINDS_ABOUT, type CreditEntry, type CreditKind } from './credit.entities.js';
export { CreditModule } from './credit.module.js';
export { CreditReader } from './credit.reader.js';
export { balancesIn, Credit, type CreditLine, SIGNUP_NOTE } from './credit.service.js';
export { CreditThresholds, type LowCredit } from './credit-thresholds.js';
export { MessageColumnsReader } from './message-columns.js';
export { Prices } from './prices/prices.js';
export type { TopUpRequest } from './top-ups/top-up.entities.js';
export { TopUpRequests } from './top-ups/top-up-requests.js';
