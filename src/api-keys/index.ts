export { ApiKeyVerifier } from './api-key-verifier.js';
export { ApiKeysModule } from './api-keys.module.js';
export { ApiKeysService } from './api-keys.service.js';
export { isSignedHook } from './hook-signature.rules.js';
