export type { OwnAction } from './actions.js';
export { AuditModule } from './audit.module.js';
export { Audit, type Actor, type UserActor, type SignIn } from './audit.service.js';
