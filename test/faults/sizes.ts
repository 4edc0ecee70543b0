/** How much of everything: a few minutes with `npm run test:faults`, a long run with `npm run test:faults:long`. */
interface Sizes {
  /** Random kills of each of the services that run at once. */
  randomKills: readonly number[];
  /** Of these random kills, so many between two comparisons. */
  compareEvery: number;
  /** Requests through each mode of a faulty connection. */
  requests: { gateway: number; database: number };
  /** A failpoint kills at one of its first so many passes. */
  nthMax: number;
  timeoutMs: number;
}

const SHORT: Sizes = {
  randomKills: [8],
  compareEvery: 2,
  requests: { gateway: 40, database: 24 },
  nthMax: 3,
  timeoutMs: 240_000,
};

const LONG: Sizes = {
  randomKills: [100, 100],
  compareEvery: 5,
  requests: { gateway: 200, database: 200 },
  nthMax: 8,
  timeoutMs: 1_800_000,
};

export const SIZES = process.env['TEST_FAULTS'] === 'long' ? LONG : SHORT;
