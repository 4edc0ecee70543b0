export { createLogger, NestLogger } from './logger.js';
export { Metrics } from './metrics.js';
export { logDestination } from './readable-log-lines.js';
export { ServiceMetrics } from './service-metrics.js';
export { withSourcePositions } from './source-positions.js';
