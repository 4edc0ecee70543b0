export { erasePhone, ErasePhoneModule } from './erase-phone.js';
export { PrivacyModule } from './privacy.module.js';
export { PrivacyRequests } from './privacy-requests.js';
