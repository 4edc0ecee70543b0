import { defineConfig } from 'vitest/config';

/** Several servers and services at once, so these projects are not part of `npm test`. */
export const clusterTests = (name: string) =>
  defineConfig({
    test: {
      name,
      pool: 'forks',
      maxWorkers: 1,
      include: [`test/${name}/*.${name}.spec.ts`],
      setupFiles: ['test/support/setup/end-with-runner.ts', 'test/support/setup/to-answer.ts'],
      globalSetup: ['test/support/setup/build.ts'],
      testTimeout: 600_000,
      hookTimeout: 300_000,
      teardownTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
  });
