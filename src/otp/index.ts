export { OtpModule } from './otp.module.js';
export { CallbackInbox } from './callback-inbox.js';
export { MessageReader, sum, type DayCounts, type Owner } from './message-reader.js';
export { SETTLED, type SettledStatus } from './status.js';
export type { Message } from './message.entity.js';
