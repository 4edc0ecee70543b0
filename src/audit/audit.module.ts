import { Module } from '@nestjs/common';
import { AuditAdminController } from './audit.admin.controller.js';
import { Audit } from './audit.service.js';

@Module({ controllers: [AuditAdminController], providers: [Audit], exports: [Audit] })
export class AuditModule {}
