import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { evidenceOf, expectSameBooks, rowsAt } from '../clusters/evidence.js';
import { settle } from '../clusters/settle.js';
import { ClusterTraffic } from '../clusters/traffic.js';
import { compare } from '../faults/compare.js';
import { Fleet } from '../instances/fleet.js';
import type { Answer } from '../support/api.js';
import { sendBody } from '../support/factories.js';
import { announcedSeed } from '../support/seed.js';
import { createDatabase } from '../support/services/mariadb.js';
import { GaleraCluster, galeraIsMissing } from './cluster.js';
import { describeFlow, wsrepCounters } from './figures.js';

const NODES = 3;
const QUIET_MS = 6_000;
const RICH = 100_000_000;

/** Long waits: on a busy machine no send is refused because it came too late. */
const PATIENT = { DATABASE_POOL_SIZE: '10', SEND_QUEUE_WAIT_MS: '60000' };
/** Short times, so that the recovery is through before the test's patience ends. */
const HURRIED = {
  GATEWAY_TIMEOUT_MS: '2000',
  LEASE_MARGIN_SECONDS: '2',
  RECOVERY_SECONDS: '1',
  DATABASE_POOL_SIZE: '10',
};

const missing = galeraIsMissing();
if (missing) process.stdout.write(`${missing}\n`);

describe.skipIf(missing)('services on a Galera cluster', () => {
  let cluster: GaleraCluster;
  let urls: string[];
  beforeAll(async () => {
    cluster = await GaleraCluster.start(NODES);
  });
  afterAll(() => cluster?.stop());
  beforeEach(async () => {
    const { pathname } = new URL(await createDatabase(cluster.nodes[0]?.url ?? ''));
    urls = cluster.nodes.map(({ url }) => `${url}${pathname}`);
  });

  const layouts: [string, () => string[]][] = [
    ['each on its own node', () => urls],
    ['all on one node', () => urls.map(() => urls[0] ?? '')],
  ];

  it.each(layouts)(
    'sell exactly the 50 sends that a balance pays for, of 200 at once: %s',
    async (name, at) => {
      const before = await wsrepCounters(cluster);
      const fleet = await Fleet.start({ databaseUrls: at(), env: PATIENT });
      const member = await fleet.member(50 * 200);
      const startedMs = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, turn) => fleet.send(turn, member, sendBody())),
      );
      const tookMs = Math.round(performance.now() - startedMs);
      const after = await wsrepCounters(cluster);
      process.stdout.write(`200 at once, ${name}: ${tookMs} ms, ${describeFlow(before, after)}\n`);
      expect(countsOf(answers)).toEqual({ 200: 50, insufficient_credit: 150 });
      expect(fleet.gateway.requests.sends).toBe(50);
      await expectSynced(fleet);
    },
  );

  it('lose, double and forget nothing when a node is killed under load and joins again', async () => {
    const random = seededRandom(announcedSeed('Galera'));
    const fleet = await Fleet.start({
      databaseUrls: urls,
      env: HURRIED,
      switches: { timeline: 'delivered' },
    });
    const serviceUrls = await Promise.all(fleet.services.map((service) => service.url()));
    fleet.gateway.callbackTo(`${serviceUrls[0]}/api/webhook/gateway`, 'test-webhook-7cWq2Lx9');
    const senders = [];
    for (let i = 0; i < 5; i++) senders.push(await fleet.member(RICH));
    const traffic = new ClusterTraffic({
      ...{ urls: serviceUrls, senders, random },
      accepted: () => fleet.gateway.accepted,
    });
    const victim = cluster.nodes[Math.floor(random() * NODES)];
    const before = await wsrepCounters(cluster);

    let isOver = false;
    const flow = traffic.flow(() => isOver);
    await sleep(QUIET_MS);
    const calm = traffic.requests.length;
    victim?.kill();
    await sleep(QUIET_MS * 2);
    await victim?.join();
    const joined = traffic.requests.length;
    await sleep(QUIET_MS);
    isOver = true;
    await flow;

    await settle(fleet, traffic, urls);
    const after = await wsrepCounters(cluster);
    process.stdout.write(
      `${victim?.name} killed and back by ${JSON.stringify(await victim?.transfers())}; ${describeFlow(before, after)}\n` +
        `${traffic.describe({ calm, joined })}\n`,
    );
    for (const url of urls)
      expect(compare(evidenceOf(traffic.requests, fleet.gateway, await rowsAt(url))).slice(0, 20)).toEqual(
        [],
      );
    await expectSynced(fleet);
  });

  async function expectSynced(fleet: Fleet): Promise<void> {
    for (const node of cluster.nodes) await node.synced();
    await expectSameBooks(fleet, urls);
  }
});

/** Counts answers by their error code, or else by their status. */
function countsOf(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = String(body.code ?? status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
