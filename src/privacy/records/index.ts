export { LegalHold, LegalHolds } from './legal-holds.js';
export { ListedNumbers } from './listed-numbers.js';
export { PrivacyRecordsModule } from './privacy-records.module.js';
export * from './privacy-request.entity.js';
export { RestrictedRecipients } from './restricted-recipients.js';
