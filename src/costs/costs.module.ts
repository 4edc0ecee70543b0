import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { UsersModule } from '../users/index.js';
import { CostsAdminController, MarginAdminController } from './costs.admin.controller.js';
import { Costs } from './costs.service.js';
import { MarginService } from './margin/margin.service.js';

@Module({
  imports: [AuditModule, GatewayModule, UsersModule],
  controllers: [CostsAdminController, MarginAdminController],
  providers: [Costs, MarginService],
  exports: [Costs, MarginService],
})
export class CostsModule {}
