export { AlertsModule } from './alerts.module.js';
