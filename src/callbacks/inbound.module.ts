import { Module } from '@nestjs/common';
import { GatewayModule } from '../gateway/index.js';
import { OtpModule } from '../otp/index.js';
import { CallbackRates } from './callback-rates.js';
import { InboundController } from './inbound.controller.js';
import { InboundService } from './inbound.service.js';

@Module({
  imports: [GatewayModule, OtpModule],
  controllers: [InboundController],
  providers: [InboundService, CallbackRates],
})
export class InboundModule {}
