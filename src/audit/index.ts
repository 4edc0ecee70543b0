export type { OwnAction } from './actions.js';
export { AuditModule } from './audit.module.js';
export { type Actor, Audit, type SignIn, type UserActor } from './audit.service.js';
