import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FAILPOINTS } from './failpoints.js';
import { say } from './figures.js';
import { SIZES } from './sizes.js';
import { runSeed, World } from './world.js';

const TIMEOUT = SIZES.timeoutMs;
const REACHED_MS = 20_000;
const REQUESTS = 200;
const STRANDED = 6;
const STRAND_ATTEMPTS_MAX = 3;

const named = (...rooms: string[]) => FAILPOINTS.filter((name) => rooms.includes(name.split('.')[0] ?? ''));

/** Three services at once, each with a database of its own: most of a crash is waiting for the next boot. */
const LANES: { lane: string; underTraffic: string[]; afterCrash: string[] }[] = [
  {
    lane: 'from request to answer',
    underTraffic: named('tx', 'key', 'send', 'create', 'dispatch', 'update'),
    afterCrash: [],
  },
  {
    lane: 'in credit and verifications',
    underTraffic: named('credit', 'spending', 'topup', 'verification', 'inbound'),
    afterCrash: [],
  },
  {
    lane: 'in callbacks and recovery',
    underTraffic: named('callback', 'inbox'),
    afterCrash: named('recovery'),
  },
];

const seed = runSeed();

it('every failpoint is in a lane', () => {
  const inLanes = LANES.flatMap(({ underTraffic, afterCrash }) => [...underTraffic, ...afterCrash]);
  // Only sends with a second channel reach these: channel-failpoints.e2e.spec.ts.
  inLanes.push(...named('channel', 'fallback'));
  // Of payments: payment-failpoints.e2e.spec.ts.
  inLanes.push(...named('payment'));
  // Of the erasure of a phone: erasure-failpoints.e2e.spec.ts.
  inLanes.push(...named('phone'));
  // Of the closing of months: statement-failpoints.e2e.spec.ts.
  inLanes.push(...named('statement', 'usage'));
  // Of `npm run move`: move-failpoints.e2e.spec.ts.
  inLanes.push(...named('move'));
  // Of accounts that end: offboarding-failpoints.e2e.spec.ts.
  inLanes.push(...named('closing', 'erasure'));
  // Of rekeying, which is a program of its own: rekey-failpoints.e2e.spec.ts.
  inLanes.push(...named('rekey'));
  expect(inLanes.sort()).toEqual([...FAILPOINTS].sort());
});

it('every failpoint is called once', () => {
  expect(FAILPOINTS.length).toBeGreaterThan(40);
  expect([...new Set(FAILPOINTS)]).toEqual(FAILPOINTS);
});

describe.concurrent.each(LANES)(
  'kill -9 loses, doubles and forgets nothing $lane',
  ({ lane, underTraffic, afterCrash }) => {
    let world: World;
    /** What the running service holds: armed only once it has recovered from the kill before. */
    let held: string | undefined;

    beforeAll(async () => {
      world = await World.open(seed);
    });
    afterAll(async () => {
      await world?.close();
    });

    async function hold(failpoint: string | undefined): Promise<void> {
      await world.boot({ failpoint, nth: 1 + Math.floor(world.random() * SIZES.nthMax), hold: true });
      held = failpoint;
    }

    async function recoverAndHold(next: string | undefined): Promise<void> {
      await hold(next);
      await world.recovered();
      await world.verify();
    }

    it.sequential.each(underTraffic.map((failpoint, at) => [failpoint, underTraffic[at + 1]] as const))(
      'at %s',
      { timeout: TIMEOUT },
      async (failpoint, next) => {
        if (held !== failpoint) await hold(failpoint);
        world.play(failpoint.startsWith('inbox') ? 'early' : 'mixed');
        world.traffic.onlyVerifications = failpoint.startsWith('verification');
        world.traffic.onlyInbound = failpoint.startsWith('inbound');
        world.service.arm();
        await Promise.all([world.flow(REQUESTS), world.diedAt(failpoint, REACHED_MS)]);
        await recoverAndHold(next);
      },
    );

    it.sequential.each(afterCrash)('at %s, after another kill', { timeout: TIMEOUT }, async (failpoint) => {
      const isReached = async () => {
        await world.strand(STRANDED);
        await world.boot({ failpoint });
        return world.service.died(REACHED_MS / 2);
      };
      // On a busy machine every send may have had its answer before the kill, and the recovery nothing to do here.
      for (let attempt = 1; !(await isReached()) && attempt < STRAND_ATTEMPTS_MAX; attempt++);
      await world.diedAt(failpoint, REACHED_MS);
      await recoverAndHold(undefined);
    });

    it.sequential('and gives every key its first answer again', { timeout: TIMEOUT }, async () => {
      await world.conclude();
      say(`failpoints ${lane}, ${inject('engine')}`, seed, world.kills, world.figures());
      expect(world.kills).toBeGreaterThanOrEqual(underTraffic.length + afterCrash.length);
    });
  },
);
