import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { OtpModule } from '../otp/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { MailModule } from '../platform/mail/index.js';
import { UsersModule } from '../users/index.js';
import { HookAlerts } from './hook-alerts.js';
import { HookSettingsController } from './hook-settings.controller.js';
import { HookSettings } from './hook-settings.js';
import { HooksController } from './hooks.controller.js';
import { HooksService } from './hooks.service.js';

/** Endpoints for auth servers that send their codes through a webhook. */
@Module({
  imports: [ApiKeysModule, OtpModule, UsersModule, MailModule],
  controllers: [HooksController, HookSettingsController],
  providers: [HooksService, HookSettings, HookAlerts, BackgroundTasks],
})
export class HooksModule {}
