import { Module } from '@nestjs/common';
import { RefusedRequestLog } from './refused-request-log.js';
import { RefusedRequestRecorder } from './refused-request-recorder.js';
import { RefusedRequestStream } from './refused-request-stream.js';
import { RefusedRequestsController } from './refused-requests.controller.js';
import { RefusedRequestReader } from './refused-requests.reader.js';

@Module({
  controllers: [RefusedRequestsController],
  providers: [RefusedRequestLog, RefusedRequestRecorder, RefusedRequestStream, RefusedRequestReader],
})
export class RequestsModule {}
