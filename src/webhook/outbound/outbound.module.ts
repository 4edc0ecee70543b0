import { Module } from '@nestjs/common';
import { Webhooks } from './webhooks.service.js';

@Module({
  providers: [Webhooks],
  exports: [Webhooks],
})
export class OutboundModule {}
