import { defineConfig } from 'vitest/config';
import { FAULTS } from '../support/setup/lanes.js';

/**
 * `npm run test:mysql [files]`: the end-to-end files on a real MySQL, beside the SQLite and MariaDB of `npm test`. Not
 * part of that: few machines have one, and to get one takes minutes.
 */
export default defineConfig({
  test: {
    name: 'e2e-mysql',
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.e2e.spec.ts'],
    exclude: process.env['TEST_FAULTS'] ? [] : FAULTS,
    provide: { engine: 'mysql', mysqlUrl: null, sqlServer: 'mysql' },
    setupFiles: ['test/support/setup/end-with-runner.ts', 'test/support/setup/to-answer.ts'],
    globalSetup: [
      'test/support/setup/build.ts',
      'test/support/setup/redis.ts',
      'test/support/setup/mysql.ts',
    ],
    isolate: false,
    // As in the other projects.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
