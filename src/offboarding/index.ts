export { OffboardingModule } from './offboarding.module.js';
