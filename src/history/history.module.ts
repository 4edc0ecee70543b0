import { Module } from '@nestjs/common';
import { CreditModule } from '../credit/index.js';
import { GatewayModule } from '../gateway/index.js';
import { OtpModule } from '../otp/index.js';
import { OutboundModule } from '../webhook/outbound/index.js';
import { HistoryExport } from './history-export.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';
import { MessageSearchController } from './message-search.controller.js';
import { TimelineAdminController } from './timeline.admin.controller.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';

@Module({
  imports: [OtpModule, CreditModule, GatewayModule, OutboundModule],
  controllers: [HistoryController, MessageSearchController, TimelineController, TimelineAdminController],
  providers: [HistoryService, HistoryExport, TimelineService],
})
export class HistoryModule {}
