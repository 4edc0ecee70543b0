import { Module } from '@nestjs/common';
import { Destinations } from './destinations.js';
import { WebhookClient } from './webhook-client.js';

@Module({
  providers: [
    Destinations,
    {
      provide: WebhookClient,
      inject: [Destinations],
      useFactory: (destinations: Destinations) => new WebhookClient(destinations),
    },
  ],
  exports: [WebhookClient],
})
export class WebhookClientModule {}
