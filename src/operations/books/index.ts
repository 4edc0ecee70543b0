export { auditLedger } from './audit-ledger.js';
export { LedgerAuditModule, LedgerAuditor } from './ledger-auditor.js';
