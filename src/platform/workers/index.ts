export { serveMetricsOfAllWorkers, workerId, Workers } from './workers.js';
