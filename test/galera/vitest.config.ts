import { clusterTests } from '../clusters/vitest-config.js';

/** `npm run test:galera`. */
export default clusterTests('galera');
