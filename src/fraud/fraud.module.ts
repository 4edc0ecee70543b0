import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { PrivacyRecordsModule } from '../privacy/records/index.js';
import { UsersModule } from '../users/index.js';
import { WebhookModule } from '../webhook/index.js';
import { FraudAdminController } from './fraud.admin.controller.js';
import { FraudController } from './fraud.controller.js';
import { FraudAccounts } from './fraud-accounts.js';
import { FraudBlocks } from './fraud-blocks.js';
import { FraudGuard } from './fraud-guard.js';
import { FraudJudge } from './fraud-judge.js';
import { FraudLists } from './fraud-lists.js';
import { FraudMarks } from './fraud-marks.js';
import { FraudMetrics } from './fraud-metrics.js';
import { FraudSettings } from './fraud-settings.js';
import { FraudWatch } from './fraud-watch.js';

@Module({
  imports: [AuditModule, PrivacyRecordsModule, UsersModule, WebhookModule],
  controllers: [FraudController, FraudAdminController],
  providers: [
    FraudMarks,
    FraudMetrics,
    FraudAccounts,
    FraudJudge,
    FraudWatch,
    FraudGuard,
    FraudSettings,
    FraudBlocks,
    FraudLists,
  ],
  exports: [FraudGuard, FraudBlocks, FraudMarks],
})
export class FraudModule {}
