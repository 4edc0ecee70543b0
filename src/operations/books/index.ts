export { auditLedger } from './audit-ledger.js';
export { LedgerAuditModule } from './ledger-audit.module.js';
export { LedgerAuditor } from './ledger-auditor.js';
