import { isCi } from '../services/find-program.js';

/**
 * Everything: CI, `npm run test:all`, and whoever names files. `npm test` by itself is what a person waits for: it leaves out
 * what is long for what it finds, and asks MariaDB only where a database can answer in its own way.
 */
export const isWhole =
  isCi() || process.env['TEST_ALL'] === '1' || process.argv.some((arg) => /^(?:\.\/)?test\//.test(arg));

/** Everything that CI leaves to the night: not in its run of all projects. */
export const isWithNightly =
  isWhole &&
  (!isCi() ||
    process.env['TEST_ALL'] === '1' ||
    process.argv.some((arg) => /^(?:--project|test\/)/.test(arg)));

/**
 * Crashes, broken connections and lost stores take minutes and a quiet machine: `npm run test:faults` runs them, beside
 * the rest.
 */
export const FAULTS = ['test/faults/**', 'test/instances/redis-outage.e2e.spec.ts'];

/** Sockets, programs and other people's code: whichever database there is, they do the same. */
export const ONCE = [
  'test/platform/openapi/generated-client.e2e.spec.ts',
  'test/platform/http/raw-sockets.e2e.spec.ts',
  'test/platform/net/tls.e2e.spec.ts',
  'test/auth-hooks/recipes.e2e.spec.ts',
  'test/operations/dot-env.e2e.spec.ts',
  'test/operations/front-proxies.e2e.spec.ts',
  'test/sdk/**',
];

/** Rooms whose statements are their own, that race for rows, or that add up money; the others save and find. */
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
].map((room) => `test/${room}/**/*.e2e.spec.ts`);

/**
 * What finds little for its time, and is the nightly workflow's: pages beyond sign-up, sends, keys and credit, every
 * page once more, several processes, clocks that differ, large backlogs, proxies in front, full disks, bytes on sockets.
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

/** The nightly workflow's on MariaDB alone: CI runs them on SQLite, and few of their statements are their own. */
export const NIGHTLY_ON_MARIADB = [
  'test/callbacks/{attacks,unproven-callbacks}.e2e.spec.ts',
  'test/history/export.e2e.spec.ts',
  'test/operations/{leak,rekey}/*.e2e.spec.ts',
  'test/otp/data-key-rotation.e2e.spec.ts',
  'test/otp/sandbox/test-keys.e2e.spec.ts',
];

/** Also without compilers and package managers, the release before this one, services that are started and ended often. */
export const SLOW = [...NIGHTLY, 'test/sdk/**/*.e2e.spec.ts', 'test/upgrades/rolling.e2e.spec.ts'];

/** Files that this run leaves out. */
export const LEFT_OUT = isWithNightly ? [] : isWhole ? NIGHTLY : SLOW;
export const LEFT_OUT_ON_MARIADB = isWithNightly ? [] : NIGHTLY_ON_MARIADB;
