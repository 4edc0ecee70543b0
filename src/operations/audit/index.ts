export type { Actor, OwnAction, UserActor } from './actions.js';
export { AuditModule } from './audit.module.js';
export { Audit, type Login, type SignIn } from './audit.service.js';
export { AuditErasure } from './audit-erasure.js';
export { SecurityLogExport } from './security-log-export.js';
export { SecurityMails } from './security-mails.js';
