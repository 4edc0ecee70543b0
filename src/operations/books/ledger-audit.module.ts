import { Module } from '@nestjs/common';
import { LedgerAuditMetrics, LedgerAuditor } from './ledger-auditor.js';

@Module({ providers: [LedgerAuditor, LedgerAuditMetrics], exports: [LedgerAuditor] })
export class LedgerAuditModule {}
