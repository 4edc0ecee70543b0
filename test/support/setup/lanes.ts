import { isCi } from '../services/find-program.js';

/**
 * Whether the run includes SLOW files: in CI, with `npm run test:all`, and if a file is named. Plain `npm test` leaves
 * them out to keep the wait short.
 */
export const isWhole =
  isCi() || process.env['TEST_ALL'] === '1' || process.argv.some((arg) => /^(?:\.\/)?test\//.test(arg));

/**
 * Whether the run also includes NIGHTLY files, and every module on MariaDB. In CI that takes TEST_ALL=1, a named project
 * or a named file.
 */
export const isWithNightly =
  isWhole &&
  (!isCi() ||
    process.env['TEST_ALL'] === '1' ||
    process.argv.some((arg) => /^(?:--project|test\/)/.test(arg)));

/** Run by `npm run test:faults`: crashes, broken connections and lost stores take minutes and need a quiet machine. */
export const FAULTS = ['test/faults/**', 'test/instances/redis-outage.e2e.spec.ts'];

/** Not run on MariaDB: sockets, programs and third-party code behave the same on each database. */
export const ONCE = [
  'test/platform/openapi/generated-client.e2e.spec.ts',
  'test/platform/http/raw-sockets.e2e.spec.ts',
  'test/platform/net/tls.e2e.spec.ts',
  'test/auth-hooks/recipes.e2e.spec.ts',
  'test/operations/dot-env.e2e.spec.ts',
  'test/operations/front-proxies.e2e.spec.ts',
  'test/sdk/**',
];

/** Run on MariaDB: modules with their own SQL, races for rows or sums of money. The others only save and find rows. */
export const OF_THE_DATABASE = [
  'analytics',
  'operations/books',
  'operations/leak',
  'operations/move',
  'operations/rekey',
  'platform/database',
  'platform/idempotency',
  'credit',
  'history',
  'instances',
  'members',
  'model',
  'otp',
  'fraud',
  'outage',
  'payments',
  'privacy',
  'webhook',
  'callbacks',
].map((folder) => `test/${folder}/**/*.e2e.spec.ts`);

/**
 * Slow files that find few faults. The nightly workflow runs them: pages beyond sign-up, sends, keys and credit, the look
 * of every page, several processes, different clocks, large backlogs, reverse proxies, full disks and raw sockets.
 */
const NIGHTLY = [
  'test/dashboard/*-looks.browser.spec.ts',
  'test/dashboard/admin-*.browser.spec.ts',
  'test/dashboard/{account,account-end,analytics,docs,docs-links,failures,many-rows,newcomer}.browser.spec.ts',
  'test/dashboard/{frame,history,members,roles,second-factor,session,shifts,signed-out,webhooks}.browser.spec.ts',
  'test/gateway/pool/probing.e2e.spec.ts',
  'test/instances/{clocks,rolling-restart,workers}.e2e.spec.ts',
  'test/operations/alerts/operator/operator-fleet.e2e.spec.ts',
  'test/operations/{dot-env,front-proxies,leaked-keys,light-start,lost-output,stop}.e2e.spec.ts',
  'test/operations/doctor/doctor.e2e.spec.ts',
  'test/operations/move/moving.e2e.spec.ts',
  'test/platform/http/raw-sockets.e2e.spec.ts',
  'test/platform/openapi/generated-client.e2e.spec.ts',
  'test/sdk/{connections,requests,tls}.e2e.spec.ts',
  'test/webhook/{backlog,drain}.e2e.spec.ts',
];

/** CI runs these files only on SQLite, since they have little SQL of their own. The nightly workflow adds MariaDB. */
export const NIGHTLY_ON_MARIADB = [
  'test/callbacks/{attacks,unproven-callbacks}.e2e.spec.ts',
  'test/history/export.e2e.spec.ts',
  'test/operations/{leak,rekey}/*.e2e.spec.ts',
  'test/otp/data-key-rotation.e2e.spec.ts',
  'test/otp/sandbox/test-keys.e2e.spec.ts',
];

/** Left out by plain `npm test`: also compilers, package managers and the upgrade from the previous release. */
export const SLOW = [...NIGHTLY, 'test/sdk/**/*.e2e.spec.ts', 'test/upgrades/rolling.e2e.spec.ts'];

/** The files that this run leaves out. */
export const LEFT_OUT = isWithNightly ? [] : isWhole ? NIGHTLY : SLOW;
export const LEFT_OUT_ON_MARIADB = isWithNightly ? [] : NIGHTLY_ON_MARIADB;
