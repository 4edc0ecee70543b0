import { Module } from '@nestjs/common';
import { BooksModule } from '../books/index.js';
import { GatewayModule } from '../gateway/index.js';
import { HistoryModule } from '../history/index.js';
import { OtpModule } from '../otp/index.js';
import { OutboundModule } from '../webhook/outbound/index.js';
import { SystemAdminController } from './system.admin.controller.js';
import { SystemService } from './system.service.js';

@Module({
  imports: [BooksModule, GatewayModule, HistoryModule, OtpModule, OutboundModule],
  controllers: [SystemAdminController],
  providers: [SystemService],
})
export class SystemModule {}
