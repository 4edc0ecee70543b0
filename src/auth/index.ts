export { AuthModule } from './auth.module.js';
export { AccessGuard } from './access.guard.js';
