import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { AuthModule } from '../auth/index.js';
import { CreditModule } from '../credit/index.js';
import { HistoryModule } from '../history/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { OtpModule } from '../otp/index.js';
import { MailModule } from '../platform/mail/index.js';
import { PrivacyRecordsModule } from '../privacy/records/index.js';
import { UsersModule } from '../users/index.js';
import { WebhookModule } from '../webhook/index.js';
import { AccountExport } from './account-export.js';
import { Closures } from './closures.js';
import { ErasureTables } from './erasure-tables.js';
import { Erasures } from './erasures.js';
import {
  AccountExportController,
  ClosuresAdminController,
  ClosuresController,
} from './offboarding.controller.js';

/** The end of an account: export, closing and erasure. */
@Module({
  imports: [
    ApiKeysModule,
    AuditModule,
    AuthModule,
    CreditModule,
    HistoryModule,
    MailModule,
    OtpModule,
    PrivacyRecordsModule,
    UsersModule,
    WebhookModule,
  ],
  controllers: [AccountExportController, ClosuresController, ClosuresAdminController],
  providers: [AccountExport, Closures, Erasures, ErasureTables],
})
export class OffboardingModule {}
