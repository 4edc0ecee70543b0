import { Module } from '@nestjs/common';
import { FraudModule } from '../fraud/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { OtpModule } from '../otp/index.js';
import { UsersModule } from '../users/index.js';
import { AccessDocuments } from './access-documents.js';
import { Erasure } from './erasure.js';
import { LegalHoldSettings } from './legal-hold-settings.js';
import { LegalHoldAdminController, PrivacyAdminController } from './privacy.admin.controller.js';
import { PrivacyRequests } from './privacy-requests.js';
import { PrivacyRecordsModule } from './records/index.js';

@Module({
  imports: [AuditModule, FraudModule, OtpModule, PrivacyRecordsModule, UsersModule],
  controllers: [PrivacyAdminController, LegalHoldAdminController],
  providers: [PrivacyRequests, Erasure, AccessDocuments, LegalHoldSettings],
  exports: [PrivacyRequests],
})
export class PrivacyModule {}
