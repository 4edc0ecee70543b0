import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { UsersModule } from '../users/index.js';
import { ApiKeyLookup } from './api-key-lookup.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { ApiKeysAdminController, ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyPurge } from './key-purge.js';

@Module({
  imports: [UsersModule, AuditModule],
  controllers: [ApiKeysController, ApiKeysAdminController],
  providers: [ApiKeysService, ApiKeyLookup, ApiKeyVerifier, KeyPurge, BackgroundTasks],
  exports: [ApiKeysService, ApiKeyLookup, ApiKeyVerifier],
})
export class ApiKeysModule {}
