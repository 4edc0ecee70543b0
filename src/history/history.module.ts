import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { CreditModule } from '../credit/index.js';
import { GatewayModule } from '../gateway/index.js';
import { OtpModule } from '../otp/index.js';
import { OutboundModule } from '../webhook/outbound/index.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';
import { HistoryExport } from './history-export.js';
import { MessageLists } from './message-lists.js';
import { MessageReader } from './message-reader.js';
import { MessageSearchController } from './message-search.controller.js';
import { MessageSearch } from './message-search.js';
import { MessagesAdminController } from './messages.admin.controller.js';
import { SentMessagesModule } from './sent-messages.module.js';
import { TimelineAdminController } from './timeline.admin.controller.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';

@Module({
  imports: [OtpModule, CreditModule, GatewayModule, OutboundModule, SentMessagesModule, AuditModule],
  controllers: [
    HistoryController,
    MessageSearchController,
    MessagesAdminController,
    TimelineController,
    TimelineAdminController,
  ],
  providers: [MessageReader, MessageLists, MessageSearch, HistoryService, HistoryExport, TimelineService],
  exports: [MessageReader],
})
export class HistoryModule {}
