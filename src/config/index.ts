export { PRICE_MAX } from './bounds.js';
export { Config } from './config.js';
export { ConfigModule } from './config.module.js';
export { ConfigError, databaseServer, loadConfig } from './load-config.js';
export { readSecretFiles } from './secret-files.js';
export { embeddedSecrets } from './secrets.js';
export { type Section, sections, type Variable } from './variable.js';
export { startupWarnings } from './warnings.js';
