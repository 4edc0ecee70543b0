import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Meeting, UNITS_OF_WORK } from '../instances/meeting.js';
import { keepBooks } from '../support/app.js';
import { createDatabase } from '../support/services/mariadb.js';
import { GaleraCluster, galeraIsMissing } from './cluster.js';
import { describeFlow, wsrepCounters } from './figures.js';

/** `EQUAL_ROUNDS=200` for more. */
const ROUNDS = Number(process.env['EQUAL_ROUNDS'] ?? 20);
const EQUAL_REQUESTS = 50;

describe.skipIf(galeraIsMissing())('two services on two nodes that meet at everything', () => {
  let cluster: GaleraCluster;
  let meeting: Meeting;
  beforeAll(async () => {
    cluster = await GaleraCluster.start(3);
    const [first, second] = cluster.nodes.map(({ url }) => url);
    const { href, pathname } = new URL(await createDatabase(first ?? ''));
    meeting = await Meeting.start([href, `${second}${pathname}`]);
  });
  afterAll(async () => {
    await meeting?.end();
    await cluster?.stop();
  });
  keepBooks(() => meeting?.one);
  // Before the books are looked at.
  afterEach(() => cluster.nodes[0]?.caughtUp());

  it.each(Object.entries(UNITS_OF_WORK))('do all of it, once: %s', async (name, work) => {
    const before = await wsrepCounters(cluster);
    const done = await work(meeting);
    process.stdout.write(`${name}: ${done}, ${describeFlow(before, await wsrepCounters(cluster))}\n`);
  });

  it(`of ${EQUAL_REQUESTS} equal requests one acts; the others hear that it is under way, or its answer`, async () => {
    const heard: Record<string, number> = {};
    const before = await wsrepCounters(cluster);
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await meeting.equal(EQUAL_REQUESTS, `round-${round}`);
      const given = answers.filter(({ status }) => status === 200);
      expect(new Set(given.map(({ text }) => text)).size).toBe(1);
      for (const { status, code } of answers) {
        const word = status === 200 ? '200' : String(code);
        heard[word] = (heard[word] ?? 0) + 1;
      }
    }
    const flow = describeFlow(before, await wsrepCounters(cluster));
    process.stdout.write(`${ROUNDS} rounds of ${EQUAL_REQUESTS}: ${JSON.stringify(heard)}, ${flow}\n`);
    expect(Object.keys(heard).sort()).toEqual(['200', 'idempotency_in_flight']);
  });
});
