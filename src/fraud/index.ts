export { ClientField, type ClientInfo } from './client-info.js';
export { FraudModule } from './fraud.module.js';
export { BLOCK_REASONS } from './fraud.rules.js';
export { FraudBlocks } from './fraud-blocks.js';
export { FraudGuard } from './fraud-guard.js';
export { FraudMarks } from './fraud-marks.js';
export { FRAUD_WEBHOOK } from './fraud-webhook.js';
