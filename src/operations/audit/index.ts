export type { OwnAction } from './actions.js';
export type { Actor, UserActor } from './actor.js';
export { AuditModule } from './audit.module.js';
export { Audit, type SignIn } from './audit.service.js';
export { SecurityMails } from './security-mails.js';
