import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidenceOf, expectSameBooks, rowsAt } from '../clusters/evidence.js';
import { settle } from '../clusters/settle.js';
import { compare } from '../faults/compare.js';
import { Group } from './group.js';
import { Load, QUERY_TIMEOUT_MS } from './load.js';

const QUIET_MS = 6_000;
const SENDS_GO_ON_WITHIN_MS = 5_000;
/** A readiness check may use the result of one a second ago. */
const READY_LAG_MS = 2_000;
const PATIENT = { timeout: 60_000, interval: 50 };

/** As docs/group-replication.md recommends; `GROUP_OPTIONS` adds others, apart by spaces. */
const OPTIONS = [
  '--group-replication-member-expel-timeout=0',
  '--group-replication-unreachable-majority-timeout=5',
  // The defaults from MySQL 8.4 on.
  '--group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER',
  '--group-replication-exit-state-action=OFFLINE_MODE',
  ...(process.env['GROUP_OPTIONS'] ?? '').split(' ').filter(Boolean),
];

describe('services on a single-primary group', () => {
  let group: Group;
  beforeAll(async () => {
    group = await Group.start(OPTIONS);
  });
  afterAll(() => group?.stop());

  it('lose, double and forget nothing when the primary is killed under load and joins again', async () => {
    const load = await Load.start(group);
    await sleep(QUIET_MS);
    const killed = load.proxy.primary;
    const calm = load.traffic.requests.length;
    const killedMs = performance.now();
    killed.kill();
    const electedMs = await election(load, killedMs);
    await expectSendsGoOn(load, electedMs);
    // The member that died is the only one with the address until the election.
    expect(new Set(load.readinessBetween(killedMs + READY_LAG_MS, electedMs))).toEqual(new Set([503]));
    await sleep(QUIET_MS);
    await killed.join();
    const joined = load.traffic.requests.length;
    await sleep(QUIET_MS);
    await load.stop();
    report(`${killed.name} killed`, load, { fromMs: killedMs, electedMs, calm, joined });
    await expectNothingLost(load);
  });

  it('go on at the new primary while the old one stays alive, read-only and connected', async () => {
    const load = await Load.start(group);
    await sleep(QUIET_MS);
    const old = load.proxy.primary;
    const next = group.members.find((member) => member !== old);
    const calm = load.traffic.requests.length;
    const askedMs = performance.now();
    await old.query('SELECT group_replication_set_as_primary(?)', [(await next?.standing())?.uuid]);
    const electedMs = await election(load, askedMs);
    expect(load.proxy.primary).toBe(next);
    await expectSendsGoOn(load, electedMs);
    const joined = load.traffic.requests.length;
    await sleep(QUIET_MS);
    await load.stop();
    expect(old.isRunning).toBe(true);
    report(`${old.name} to ${next?.name}`, load, { fromMs: askedMs, electedMs, calm, joined });
    await expectNothingLost(load);
  });

  it('go on after two timeouts when the primary goes silent with all connections open, and lose nothing when it is back', async () => {
    const load = await Load.start(group);
    await sleep(QUIET_MS);
    const old = load.proxy.primary;
    const calm = load.traffic.requests.length;
    const pausedMs = performance.now();
    old.pause();
    const electedMs = await election(load, pausedMs);
    // The first timeout drops the idle connections; what began just before it has its own.
    await expectSendsGoOn(load, Math.max(electedMs, pausedMs + QUERY_TIMEOUT_MS) + QUERY_TIMEOUT_MS);
    old.resume();
    await old.online();
    const joined = load.traffic.requests.length;
    await sleep(QUIET_MS);
    await load.stop();
    report(`${old.name} silent`, load, { fromMs: pausedMs, electedMs, calm, joined });
    await expectNothingLost(load);
  });

  /** When the group got another primary. */
  async function election({ proxy }: Load, fromMs: number): Promise<number> {
    await expect.poll(() => proxy.elections.at(-1)?.atMs, PATIENT).toBeGreaterThan(fromMs);
    return proxy.elections.at(-1)?.atMs ?? NaN;
  }

  async function expectSendsGoOn(load: Load, electedMs: number): Promise<void> {
    await expect.poll(() => load.traffic.firstSuccessAfter(electedMs), PATIENT).toBeGreaterThan(0);
    expect((load.traffic.firstSuccessAfter(electedMs) ?? NaN) - electedMs).toBeLessThan(
      SENDS_GO_ON_WITHIN_MS,
    );
    await sleep(SENDS_GO_ON_WITHIN_MS + READY_LAG_MS);
    const later = load.readinessBetween(electedMs + SENDS_GO_ON_WITHIN_MS, performance.now());
    expect(new Set(later)).toEqual(new Set([200]));
  }

  async function expectNothingLost({ fleet, traffic, urls }: Load): Promise<void> {
    await settle(fleet, traffic, urls);
    await group.synced();
    for (const url of urls)
      expect(compare(evidenceOf(traffic.requests, fleet.gateway, await rowsAt(url))).slice(0, 20)).toEqual(
        [],
      );
    await expectSameBooks(fleet, urls);
  }
});

interface Times {
  fromMs: number;
  electedMs: number;
  calm: number;
  joined: number;
}

function report(what: string, { traffic }: Load, { fromMs, electedMs, calm, joined }: Times): void {
  const firstMs = traffic.firstSuccessAfter(electedMs) ?? NaN;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${what}: another primary after ${seconds(electedMs - fromMs)}, the next send ${seconds(firstMs - electedMs)} later, ` +
      `longest pause between sends ${seconds(traffic.longestPauseMs())}\n${traffic.describe({ calm, joined })}\n`,
  );
}
