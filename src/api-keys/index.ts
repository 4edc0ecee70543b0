export { ApiKeyNames } from './api-key-names.js';
export { ApiKeysModule } from './api-keys.module.js';
export { ApiKeysService } from './api-keys.service.js';
