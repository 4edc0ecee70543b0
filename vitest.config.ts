import { statfsSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findProgram, findService, isCi, sayOnce } from './test/support/services/find-program.js';
import LongestFirst from './test/support/setup/longest-first.js';
import type { Engine } from './test/support/setup/provided.js';

// What tests write is gone after them: where memory is plenty it never meets a disk, whose syncs were a fifth of a run.
if (process.env['TMPDIR'] === undefined && roomIn('/dev/shm') >= 4 * 2 ** 30)
  process.env['TMPDIR'] = '/dev/shm';

/**
 * Crashes, broken connections and lost stores take minutes and a quiet machine: `npm run test:faults` runs them, beside
 * the rest.
 */
const FAULTS = ['test/faults/**', 'test/instances/redis-outage.e2e.spec.ts'];

/** Sockets, programs and other people's code: whichever database there is, they do the same. */
const ONCE = [
  'test/http/generated-client.e2e.spec.ts',
  'test/http/raw-sockets.e2e.spec.ts',
  'test/hooks/recipes.e2e.spec.ts',
  'test/operations/dot-env.e2e.spec.ts',
  'test/operations/front-proxies.e2e.spec.ts',
  'test/sdk/**',
];

/** The same end-to-end files run once per engine; a test asks which with `inject('engine')`. */
function e2e(name: string, engine: Engine, globalSetup: string[]): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: ['test/**/*.e2e.spec.ts'],
      exclude: [...(process.env['TEST_FAULTS'] ? [] : FAULTS), ...(engine === 'mysql' ? ONCE : [])],
      provide: { engine, mysqlUrl: null, sqlServer: engine === 'mysql' ? 'mariadb' : null },
      globalSetup: ['test/support/setup/build.ts', 'test/support/setup/redis.ts', ...globalSetup],
      // One copy of the service's code for all files of a worker.
      isolate: false,
      // Much of it waits for what is late on purpose.
      maxWorkers: 4,
      sequence: { groupOrder: 1 },
    },
  };
}

/** The dashboard in a real browser, with the service behind it on SQLite. */
const DASHBOARD: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'dashboard',
    include: ['test/**/*.browser.spec.ts'],
    provide: { engine: 'sqlite', mysqlUrl: null, sqlServer: null },
    globalSetup: ['test/support/setup/build.ts', 'test/support/setup/screenshots.ts'],
    // One browser and one copy of the service's code for all files of a worker.
    isolate: false,
    testTimeout: 120_000,
  },
};

const mariadb = findService('mariadb');
if (mariadb.kind === 'missing' && !isCi()) sayOnce(mariadb.reason);
const chromium = findProgram('chromium');
if (chromium.kind === 'missing' && !isCi()) sayOnce(chromium.reason);

export default defineConfig({
  test: {
    pool: 'forks', // native addons (better-sqlite3, argon2) are not all at home in worker threads
    maxWorkers: 2,
    setupFiles: ['test/support/setup/end-with-runner.ts'],
    // So long does nothing take that still goes on, on a machine that is busy with other things too.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['{src,simulator,bench,dashboard/src,test}/**/*.unit.spec.ts'],
        },
      },
      e2e('e2e-sqlite', 'sqlite', []),
      // Under CI the project stays, and its setup fails: there a skip is a failure.
      ...(mariadb.kind === 'missing' && !isCi()
        ? []
        : [e2e('e2e-mariadb', 'mysql', ['test/support/setup/mariadb.ts'])]),
      ...(chromium.kind === 'missing' && !isCi() ? [] : [DASHBOARD]),
    ],
  },
});

/** Bytes that are free in a folder; 0 where there is none. */
function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
