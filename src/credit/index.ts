export { CreditModule } from './credit.module.js';
export { CreditReader } from './credit.reader.js';
export { Credit, type CreditLine, SIGNUP_NOTE } from './credit.service.js';
export {
  CREDIT_KINDS,
  CREDIT_KINDS_ABOUT,
  type CreditEntry,
  type CreditKind,
} from './credit-entry.entity.js';
export { CreditThresholds, type LowCredit } from './credit-thresholds.js';
export { MessageColumnsReader } from './message-columns.js';
export { MESSAGE_COST } from './price.rules.js';
export type { TopUpRequest } from './top-ups/top-up-request.entity.js';
export { TopUpRequests } from './top-ups/top-up-requests.js';
