export { inSources } from './in-sources.js';
export { createLogger, NestLogger } from './logger.js';
export { Metrics } from './metrics.js';
export { ServiceMetrics } from './service-metrics.js';
export { logDestination } from './short-lines.js';
