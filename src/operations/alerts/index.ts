export { AlertsModule } from './alerts.module.js';
export { LOW_CREDIT_WEBHOOK } from './low-credit-alerts.js';
