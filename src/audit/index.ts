export { AuditModule } from './audit.module.js';
export { Audit, type Actor } from './audit.service.js';
