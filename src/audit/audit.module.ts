import { Module } from '@nestjs/common';
import { AuditAdminController } from './audit.admin.controller.js';
import { Audit } from './audit.service.js';
import { SecurityLogController } from './security-log.controller.js';

@Module({ controllers: [AuditAdminController, SecurityLogController], providers: [Audit], exports: [Audit] })
export class AuditModule {}
