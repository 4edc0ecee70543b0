export { Config } from './config.js';
export { ConfigError, loadConfig } from './load-config.js';
export { embeddedSecrets, type EmbeddedSecrets } from './secrets.js';
