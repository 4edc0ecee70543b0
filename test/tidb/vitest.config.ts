import { defineConfig } from 'vitest/config';
import { FAULTS } from '../support/setup/lanes.js';

/** The words of EXPLAIN, the counters of InnoDB, and an upgrade from a release that refuses TiDB. */
const NOT_OF_TIDB = [
  'test/**/plans.e2e.spec.ts',
  'test/instances/purge-backlog.e2e.spec.ts',
  'test/webhook/drain.e2e.spec.ts',
  'test/upgrades/rolling.e2e.spec.ts',
];

/** `npm run test:tidb [files]`: the end-to-end files on a real TiDB. Not part of `npm test`: few machines have one. */
export default defineConfig({
  test: {
    name: 'e2e-tidb',
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.e2e.spec.ts'],
    exclude: [...(process.env['TEST_FAULTS'] ? [] : FAULTS), ...NOT_OF_TIDB],
    provide: { engine: 'mysql', mysqlUrl: null, sqlServer: 'tidb' },
    setupFiles: ['test/support/setup/end-with-runner.ts', 'test/support/setup/to-answer.ts'],
    globalSetup: ['test/support/setup/build.ts', 'test/support/setup/redis.ts', 'test/support/setup/tidb.ts'],
    isolate: false,
    // As in the other projects.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
