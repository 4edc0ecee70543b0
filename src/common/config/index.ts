export { Config } from './config.js';
export { ConfigError, loadConfig } from './load-config.js';
export { embeddedSecrets } from './secrets.js';
export { sections, type Meaning } from './variable.js';
