import { Module } from '@nestjs/common';
import { LegalHolds } from './legal-holds.js';
import { RestrictedRecipients } from './restricted-recipients.js';

@Module({
  providers: [LegalHolds, RestrictedRecipients],
  exports: [LegalHolds, RestrictedRecipients],
})
export class PrivacyRecordsModule {}
