import { Module } from '@nestjs/common';
import { AuditAdminController } from './audit.admin.controller.js';
import { Audit } from './audit.service.js';
import { AuditNamesReader } from './audit-names.js';
import { SecurityLogController } from './security-log.controller.js';

@Module({
  controllers: [AuditAdminController, SecurityLogController],
  providers: [Audit, AuditNamesReader],
  exports: [Audit],
})
export class AuditModule {}
