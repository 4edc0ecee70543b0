export { serveMetricsOfAllWorkers, workerId } from './worker-metrics.js';
export { Workers } from './workers.js';
