import { randomInt } from 'node:crypto';

/** The seed of a random test, printed so that a failure can be repeated with TEST_SEED. */
export function announcedSeed(what: string): number {
  const given = process.env['TEST_SEED'];
  const seed = given ? Number(given) : randomInt(2 ** 31);
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED must be a whole number, not ${given}`);
  process.stdout.write(`${what}: TEST_SEED=${seed}\n`);
  return seed;
}
