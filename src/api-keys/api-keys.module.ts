import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { UsersModule } from '../users/index.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { ApiKeysAdminController, ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [UsersModule, AuditModule],
  controllers: [ApiKeysController, ApiKeysAdminController],
  providers: [ApiKeysService, ApiKeyVerifier, BackgroundTasks],
  exports: [ApiKeysService, ApiKeyVerifier],
})
export class ApiKeysModule {}
