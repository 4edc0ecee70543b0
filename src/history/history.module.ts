import { Module } from '@nestjs/common';
import { OtpModule } from '../otp/index.js';
import { HistoryController } from './history.controller.js';
import { HistoryService } from './history.service.js';

@Module({ imports: [OtpModule], controllers: [HistoryController], providers: [HistoryService] })
export class HistoryModule {}
