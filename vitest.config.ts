import { statfsSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findProgram, findService, isCi, sayOnce } from './test/support/services/find-program.js';
import {
  FAULTS,
  isWhole,
  isWithNightly,
  LEFT_OUT,
  LEFT_OUT_ON_MARIADB,
  OF_THE_DATABASE,
  ONCE,
} from './test/support/setup/lanes.js';
import LongestFirst from './test/support/setup/longest-first.js';
import type { Engine } from './test/support/setup/provided.js';

// Puts the tests' temporary files into memory, if 4 GiB are free there. Syncs to disk took a fifth of a run.
if (process.env['TMPDIR'] === undefined && freeBytes('/dev/shm') >= 4 * 2 ** 30)
  process.env['TMPDIR'] = '/dev/shm';

/** These projects run at the same time, since their tests mostly wait: for deliberate delays or for the browser. */
const CONCURRENT = {
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  // A busy CI machine can fail a test by its timing. The report shows each test that needed a second attempt.
  retry: isCi() ? 1 : 0,
};

/** The end-to-end tests on one engine. A test reads the engine with `inject('engine')`. */
function e2e(name: string, engine: Engine, globalSetup: string[]): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: engine === 'sqlite' || isWithNightly ? ['test/**/*.e2e.spec.ts'] : OF_THE_DATABASE,
      exclude: [
        ...(process.env['TEST_FAULTS'] ? [] : FAULTS),
        ...(engine === 'mysql' ? [...ONCE, ...LEFT_OUT_ON_MARIADB] : []),
        ...LEFT_OUT,
      ],
      provide: { engine, mysqlUrl: null, sqlServer: engine === 'mysql' ? 'mariadb' : null },
      globalSetup: ['test/support/setup/build.ts', 'test/support/setup/redis.ts', ...globalSetup],
      // One copy of the service's code for all files of a worker.
      isolate: false,
      ...CONCURRENT,
    },
  };
}

/** The dashboard in a real browser. The service uses SQLite. */
const DASHBOARD: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'dashboard',
    include: ['test/**/*.browser.spec.ts'],
    exclude: LEFT_OUT,
    provide: { engine: 'sqlite', mysqlUrl: null, sqlServer: null },
    globalSetup: ['test/support/setup/build.ts', 'test/support/setup/screenshots.ts'],
    // One browser and one copy of the service's code for all files of a worker.
    isolate: false,
    ...CONCURRENT,
    testTimeout: 120_000,
  },
};

if (!isWhole && !process.argv.includes('--project'))
  sayOnce(
    'Leaves out slow tests, and runs on MariaDB only modules that depend on the database. To run all: npm run test:all',
  );

const mariadb = findService('mariadb');
if (mariadb.kind === 'missing' && !isCi()) sayOnce(mariadb.reason);
const chromium = findProgram('chromium');
if (chromium.kind === 'missing' && !isCi()) sayOnce(chromium.reason);

export default defineConfig({
  test: {
    pool: 'forks', // some native addons (better-sqlite3, argon2) do not support worker threads
    maxWorkers: 2,
    setupFiles: ['test/support/setup/end-with-runner.ts', 'test/support/setup/to-answer.ts'],
    // Longer than any test that still makes progress takes, even on a busy machine.
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
      // In CI the project stays, and its setup fails: CI must not skip tests.
      ...(mariadb.kind === 'missing' && !isCi()
        ? []
        : [e2e('e2e-mariadb', 'mysql', ['test/support/setup/mariadb.ts'])]),
      ...(chromium.kind === 'missing' && !isCi() ? [] : [DASHBOARD]),
    ],
  },
});

/** Free bytes in a folder; 0 if it does not exist. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
