import { Module } from '@nestjs/common';
import { CreditModule } from '../../credit/index.js';
import { GatewayModule } from '../../gateway/index.js';
import { HistoryModule } from '../../history/index.js';
import { OtpModule } from '../../otp/index.js';
import { UsersModule } from '../../users/index.js';
import { WebhookModule } from '../../webhook/index.js';
import { LedgerAuditModule } from '../books/index.js';
import { OverviewService } from './overview.service.js';
import { OverviewAdminController, SystemAdminController } from './system.admin.controller.js';
import { SystemService } from './system.service.js';

@Module({
  imports: [
    LedgerAuditModule,
    CreditModule,
    UsersModule,
    GatewayModule,
    HistoryModule,
    OtpModule,
    WebhookModule,
  ],
  controllers: [SystemAdminController, OverviewAdminController],
  providers: [SystemService, OverviewService],
})
export class SystemModule {}
