import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { BackgroundTasks } from '../common/background-tasks.js';
import { OtpModule } from '../otp/index.js';
import { HooksController } from './hooks.controller.js';
import { HooksService } from './hooks.service.js';
import { SupabaseController } from './supabase.controller.js';
import { SupabaseService } from './supabase.service.js';

/** Receivers for the systems that send codes through a webhook of their own. */
@Module({
  imports: [ApiKeysModule, OtpModule],
  controllers: [HooksController, SupabaseController],
  providers: [HooksService, SupabaseService, BackgroundTasks],
})
export class HooksModule {}
