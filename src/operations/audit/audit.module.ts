import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/index.js';
import { AuditAdminController } from './audit.admin.controller.js';
import { Audit } from './audit.service.js';
import { AuditEntryReader } from './audit-entry.reader.js';
import { AuditErasure } from './audit-erasure.js';
import { SecurityLogController } from './security-log.controller.js';
import { SecurityLogExport } from './security-log-export.js';
import { SecurityMails } from './security-mails.js';

@Module({
  imports: [MailModule],
  controllers: [AuditAdminController, SecurityLogController],
  providers: [Audit, AuditErasure, AuditEntryReader, SecurityLogExport, SecurityMails],
  exports: [Audit, AuditErasure, SecurityLogExport, SecurityMails],
})
export class AuditModule {}
