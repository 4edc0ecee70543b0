import { Module } from '@nestjs/common';
import { LegalHolds } from './legal-holds.js';
import { ListedNumbers } from './listed-numbers.js';
import { RestrictedRecipients } from './restricted-recipients.js';

@Module({
  providers: [LegalHolds, ListedNumbers, RestrictedRecipients],
  exports: [LegalHolds, ListedNumbers, RestrictedRecipients],
})
export class PrivacyRecordsModule {}
