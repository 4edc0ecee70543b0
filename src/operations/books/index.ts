export { LedgerAuditModule } from './ledger-audit.module.js';
export { LedgerAuditor } from './ledger-auditor.js';
