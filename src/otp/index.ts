export { OtpModule } from './otp.module.js';
export { OtpService } from './otp.service.js';
export { SendOtpDto, SENT_MESSAGE } from './send.dto.js';
export { MESSAGE_COST } from './journal/send-journal.js';
export { CallbackInbox } from './callback-inbox.js';
export { MessageReader, sum, type DayCounts, type MessageStory, type Owner } from './message-reader.js';
export { MessageLists, type Start } from './message-lists.js';
export { SETTLED, STATUSES, type SettledStatus, type Status } from './status.js';
export type { Message } from './message.entity.js';
