import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { CreditAdminController } from './credit.admin.controller.js';
import { CreditController } from './credit.controller.js';
import { CreditReader } from './credit.reader.js';
import { Credit } from './credit.service.js';
import { CreditThresholds } from './credit-thresholds.js';
import { TopUpRule } from './top-up-rule.js';

@Module({
  imports: [AuditModule],
  controllers: [CreditController, CreditAdminController],
  providers: [Credit, CreditReader, CreditThresholds, TopUpRule],
  exports: [Credit, CreditReader, CreditThresholds],
})
export class CreditModule {}
