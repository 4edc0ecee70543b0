import { defineConfig } from 'vitest/config';

/** `npm run test:galera`: three real nodes, so it is not part of `npm test`. */
export default defineConfig({
  test: {
    name: 'galera',
    pool: 'forks',
    maxWorkers: 1,
    include: ['test/galera/*.galera.spec.ts'],
    setupFiles: ['test/support/setup/end-with-runner.ts', 'test/support/setup/to-answer.ts'],
    globalSetup: ['test/support/setup/build.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
