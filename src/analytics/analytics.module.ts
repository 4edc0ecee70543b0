import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { GatewayModule } from '../gateway/index.js';
import { AnalyticsAdminController, AnalyticsController } from './analytics.controller.js';
import { AnalyticsReader } from './analytics.reader.js';
import { AnalyticsService } from './analytics.service.js';
import { MessageCounts } from './message-counts.js';
import { RollupJob } from './rollup-job.js';
import { RollupStore } from './rollup-store.js';

@Module({
  imports: [ApiKeysModule, GatewayModule],
  controllers: [AnalyticsController, AnalyticsAdminController],
  providers: [AnalyticsReader, AnalyticsService, MessageCounts, RollupStore, RollupJob],
})
export class AnalyticsModule {}
