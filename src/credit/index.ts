export { CreditModule } from './credit.module.js';
export { Credit } from './credit.service.js';
