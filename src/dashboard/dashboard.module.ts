import { Module } from '@nestjs/common';
import { CreditModule } from '../credit/index.js';
import { UsersModule } from '../users/index.js';
import { SettingsController } from './settings.controller.js';

@Module({ imports: [CreditModule, UsersModule], controllers: [SettingsController] })
export class DashboardModule {}
