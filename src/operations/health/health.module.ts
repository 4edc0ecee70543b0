import { Module } from '@nestjs/common';
import { GatewayModule } from '../../gateway/index.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

@Module({
  imports: [GatewayModule],
  controllers: [HealthController, MetricsController],
  providers: [Readiness],
})
export class HealthModule {}
