export type { Actor, OwnAction, UserActor } from './actions.js';
export { AuditModule } from './audit.module.js';
export { Audit, type SignIn } from './audit.service.js';
export { SecurityMails } from './security-mails.js';
