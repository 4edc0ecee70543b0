import { Module } from '@nestjs/common';
import { RefusalFeed } from './refusal-feed.js';
import { RefusalLog } from './refusal-log.js';
import { RefusalWatch } from './refusal-watch.js';
import { RefusedRequestsController } from './refused-requests.controller.js';
import { RefusedRequestReader } from './refused-requests.reader.js';

@Module({
  controllers: [RefusedRequestsController],
  providers: [RefusalLog, RefusalWatch, RefusalFeed, RefusedRequestReader],
})
export class RequestsModule {}
