import { Module } from '@nestjs/common';
import { CreditModule } from '../../credit/index.js';
import { GatewayModule } from '../../gateway/index.js';
import { HistoryModule } from '../../history/index.js';
import { OtpModule } from '../../otp/index.js';
import { UsersModule } from '../../users/index.js';
import { OutboundModule } from '../../webhook/index.js';
import { BooksModule } from '../books/index.js';
import { OverviewAdminController } from './overview.admin.controller.js';
import { OverviewService } from './overview.service.js';
import { SystemAdminController } from './system.admin.controller.js';
import { SystemService } from './system.service.js';

@Module({
  imports: [BooksModule, CreditModule, UsersModule, GatewayModule, HistoryModule, OtpModule, OutboundModule],
  controllers: [SystemAdminController, OverviewAdminController],
  providers: [SystemService, OverviewService],
})
export class SystemModule {}
