import { Module } from '@nestjs/common';
import { CostsModule } from '../costs/index.js';
import { CreditModule } from '../credit/index.js';
import { GatewayModule } from '../gateway/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { OtpModule } from '../otp/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { MailModule } from '../platform/mail/index.js';
import { UsersModule } from '../users/index.js';
import { WebhookModule } from '../webhook/index.js';
import { FilteredLists } from './filtered-lists.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';
import { HistoryExport } from './history-export.js';
import { MessageLists } from './message-lists.js';
import { MessageReader } from './message-reader.js';
import { MessageSearch } from './message-search.js';
import { MessagesAdminController } from './messages.admin.controller.js';
import { MessagesAdminService } from './messages.admin.service.js';
import { MessagesController } from './messages.controller.js';
import { PhoneSearches } from './phone-searches.js';
import { SentMessagesModule } from './sent-messages.module.js';
import { TimelineService } from './timeline.service.js';

@Module({
  imports: [
    OtpModule,
    CostsModule,
    CreditModule,
    GatewayModule,
    WebhookModule,
    SentMessagesModule,
    AuditModule,
    UsersModule,
    MailModule,
  ],
  controllers: [HistoryController, MessagesController, MessagesAdminController],
  providers: [
    MessageReader,
    MessageLists,
    FilteredLists,
    MessageSearch,
    PhoneSearches,
    BackgroundTasks,
    MessagesAdminService,
    HistoryService,
    HistoryExport,
    TimelineService,
  ],
  exports: [HistoryExport, MessageReader],
})
export class HistoryModule {}
