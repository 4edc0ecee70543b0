import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { GatewayModule } from '../gateway/index.js';
import { AnalyticsAdminController, AnalyticsController } from './analytics.controller.js';
import { AnalyticsReader } from './analytics.reader.js';
import { AnalyticsService } from './analytics.service.js';
import { FoldSource } from './fold-source.js';
import { FoldStore } from './fold-store.js';
import { Folding } from './folding.js';

@Module({
  imports: [ApiKeysModule, GatewayModule],
  controllers: [AnalyticsController, AnalyticsAdminController],
  providers: [AnalyticsReader, AnalyticsService, FoldSource, FoldStore, Folding],
})
export class AnalyticsModule {}
