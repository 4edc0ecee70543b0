export { serveMetricsOfAllWorkers, workerId } from './workers.js';
export { Workers } from './workers.js';
