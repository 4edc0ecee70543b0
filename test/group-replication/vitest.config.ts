import { clusterTests } from '../clusters/vitest-config.js';

/** `npm run test:group-replication`. The first run unpacks MySQL, which takes minutes. */
export default clusterTests('group-replication');
