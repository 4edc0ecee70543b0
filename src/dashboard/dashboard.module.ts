import { Module } from '@nestjs/common';
import { UsersModule } from '../users/index.js';
import { SettingsController } from './settings.controller.js';

@Module({ imports: [UsersModule], controllers: [SettingsController] })
export class DashboardModule {}
