import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/index.js';
import { OtpModule } from '../otp/index.js';
import { CallbackRateLimits } from './callback-rate-limits.js';
import { CallbacksController } from './callbacks.controller.js';
import { CallbacksService } from './callbacks.service.js';

@Module({
  imports: [GatewayModule, OtpModule],
  controllers: [CallbacksController],
  providers: [CallbacksService, CallbackRateLimits],
})
export class CallbacksModule {}
