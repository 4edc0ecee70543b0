import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { newMysqlDatabase } from '../support/databases.js';
import { sendBody } from '../support/factories.js';
import { requireProgram } from '../support/services/find-program.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { Fleet, type Member } from './fleet.js';
import { OwnRedis } from './own-redis.js';

const CAP = 20;
const TRAFFIC_MS = 5_000;
/** Twice the time for which a Redis that did not answer is left alone, and the longest wait of a reconnection. */
const RETURN_MS = 4_500;
const ADDED_P99_MAX_MS = 300;

const runs = inject('engine') === 'mysql' && requireProgram('redis').kind === 'program';

describe.runIf(runs)('a Redis that is gone', { timeout: 120_000 }, () => {
  let databaseUrl: string;
  let redis: OwnRedis;
  let fleet: Fleet;
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
    redis = await OwnRedis.start();
    fleet = await Fleet.start({
      databaseUrls: [databaseUrl, databaseUrl],
      env: { REDIS_URL: redis.url, SEND_RATE_PER_MINUTE: String(CAP) },
    });
  });
  afterEach(async () => {
    expect(await fleet.breaches()).toEqual([]);
    await dropDatabase(databaseUrl);
  });

  const outages = {
    frozen: { begin: () => redis.freeze(), end: () => redis.thaw() },
    killed: { begin: () => redis.kill(), end: () => redis.restart() },
  };

  it.each(['frozen', 'killed'] as const)(
    'when %s under traffic costs no request and little time; each process keeps its part of a limit; sharing is back when it returns',
    async (name) => {
      const members = await Promise.all(Array.from({ length: 40 }, () => fleet.member(20 * 200)));
      const before = await traffic(members.slice(0, 20));

      const underWay = traffic(members.slice(20), () => void outages[name].begin());
      const during = await underWay;
      const alone = await accepted(await fleet.member(100 * 200), 2 * CAP + 10);
      expect(alone).toEqual([CAP / 2, CAP / 2]);

      await outages[name].end();
      await sleep(RETURN_MS);
      const [one = 0, other = 0] = await accepted(await fleet.member(100 * 200), 2 * CAP);
      expect(one + other).toBe(CAP);

      process.stdout.write(
        `Redis ${name}: p99 ${before.p99Ms} ms before, ${during.p99Ms} ms during; ${during.count} requests\n`,
      );
      expect([...before.failures, ...during.failures]).toEqual([]);
      expect(during.p99Ms - before.p99Ms).toBeLessThan(ADDED_P99_MAX_MS);
    },
  );

  /** Four clients on both processes, each account within its cap; `middle` happens on the way. */
  async function traffic(members: Member[], middle?: () => void) {
    const durationsMs: number[] = [];
    const failures: string[] = [];
    const queue = Array.from({ length: (CAP / 2 - 1) * members.length }, (_, turn) => turn);
    const pauseMs = (TRAFFIC_MS * 4) / queue.length;
    const happens = middle && sleep(TRAFFIC_MS / 5).then(middle);
    const client = async () => {
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
        const startedMs = performance.now();
        const answer = await fleet.send(turn, members[turn % members.length] as Member, sendBody());
        durationsMs.push(performance.now() - startedMs);
        if (answer.status !== 200) failures.push(`${answer.status} ${answer.text}`);
        await sleep(Math.max(0, pauseMs - (performance.now() - startedMs)));
      }
    };
    await Promise.all([client(), client(), client(), client(), happens]);
    durationsMs.sort((a, b) => a - b);
    const p99Ms = Math.round(durationsMs[Math.floor(durationsMs.length * 0.99)] ?? 0);
    return { p99Ms, failures, count: durationsMs.length };
  }

  /** How many of `count` sends each process lets through. */
  async function accepted(member: Member, count: number): Promise<[number, number]> {
    const through: [number, number] = [0, 0];
    for (let turn = 0; turn < count; turn++) {
      const { status } = await fleet.send(turn, member, sendBody());
      expect([200, 429]).toContain(status);
      if (status === 200) through[turn % 2 === 0 ? 0 : 1] += 1;
    }
    return through;
  }
});
