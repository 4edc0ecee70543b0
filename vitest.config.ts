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

// What tests write is gone after them: where memory is plenty it never meets a disk, whose syncs were a fifth of a run.
if (process.env['TMPDIR'] === undefined && roomIn('/dev/shm') >= 4 * 2 ** 30)
  process.env['TMPDIR'] = '/dev/shm';

/** In one group with each other: much of it waits, for what is late on purpose or for a browser. */
const TOGETHER = {
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  // A busy machine of CI may fail a test by its timing. The report shows each that needed its second attempt.
  retry: isCi() ? 1 : 0,
};

/** The same end-to-end files run once per engine; a test asks which with `inject('engine')`. */
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
      ...TOGETHER,
    },
  };
}

/** The dashboard in a real browser, with the service behind it on SQLite. */
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
    ...TOGETHER,
    testTimeout: 120_000,
  },
};

if (!isWhole && !process.argv.includes('--project'))
  sayOnce(
    'Without what is long for what it finds, and MariaDB only where it matters: npm run test:all runs everything.',
  );

const mariadb = findService('mariadb');
if (mariadb.kind === 'missing' && !isCi()) sayOnce(mariadb.reason);
const chromium = findProgram('chromium');
if (chromium.kind === 'missing' && !isCi()) sayOnce(chromium.reason);

export default defineConfig({
  test: {
    pool: 'forks', // native addons (better-sqlite3, argon2) are not all at home in worker threads
    maxWorkers: 2,
    setupFiles: ['test/support/setup/end-with-runner.ts', 'test/support/setup/to-answer.ts'],
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
