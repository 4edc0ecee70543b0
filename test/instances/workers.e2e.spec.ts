import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { BuiltService } from '../support/built-service.js';
import { newMysqlDatabase } from '../support/databases.js';
import { sendBody } from '../support/factories.js';
import { dropDatabase } from '../support/services/mariadb.js';
import { type TemporaryFolder, temporaryFolder } from '../support/services/temporary-folder.js';
import { Fleet, type FleetOptions } from './fleet.js';

const LANES = 8;
const CREDIT = 100_000;
const PATIENT = { interval: 100, timeout: 30_000 };

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** SQLite is for one process; that more are refused is tested with the configuration. */
describe.runIf(inject('engine') === 'mysql')('WEB_CONCURRENCY=2', { timeout: 120_000 }, () => {
  let databaseUrl: string;
  let folder: TemporaryFolder;
  beforeEach(async () => {
    databaseUrl = await newMysqlDatabase();
    folder = temporaryFolder('workers');
  });
  afterEach(async () => {
    await dropDatabase(databaseUrl);
    folder.remove();
  });

  /** One instance, once both of its workers serve. */
  async function start(options: Omit<FleetOptions, 'databaseUrls'> = {}) {
    const env = { WEB_CONCURRENCY: '2', ...options.env };
    const fleet = await Fleet.start({ ...options, databaseUrls: [databaseUrl], env });
    const service = fleet.services[0] as BuiltService;
    await service.says(/listening on [^]+listening on /);
    return { fleet, service };
  }

  /** The processes that answer to as many connections at once; none of those is used again. */
  async function answering(fleet: Fleet): Promise<number[]> {
    const options = { token: fleet.adminToken, headers: { connection: 'close' } };
    const ask = async () => {
      const { body } = await fleet.api(0).get('/api/admin/system', options);
      return (body.data as { instance: string }).instance;
    };
    const found = await Promise.all(Array.from({ length: LANES }, ask));
    return found.map((instance) => Number(instance.split(':').at(-1)));
  }

  /** Both workers, once both were met: a busy one may leave some rounds of connections to the other. */
  async function pids(fleet: Fleet): Promise<number[]> {
    const met = new Set<number>();
    const meet = async () => (await answering(fleet)).forEach((pid) => met.add(pid));
    await expect.poll(() => meet().then(() => met.size), PATIENT).toBe(2);
    return [...met];
  }

  /** The samples of the sends that were accepted, by worker. */
  async function acceptedBy(fleet: Fleet): Promise<Map<string, number>> {
    const { text } = await fleet.api(0).get('/metrics');
    const samples = text.matchAll(/^sandi_sends_total\{outcome="accepted",worker="(\d)"\} (\d+)$/gm);
    return new Map([...samples].map(([, worker = '', value]) => [worker, Number(value)]));
  }

  it('serves with two processes, and a scrape of any of them has the figures of both', async () => {
    const { fleet } = await start();
    await pids(fleet);
    const member = await fleet.member(CREDIT);
    let sends = 0;
    /** Over connections of its own, as a worker that is busy leaves those of one moment to the other. */
    const serving = async () => {
      const options = { token: member.key, headers: { connection: 'close' } };
      const send = () => fleet.api(0).post('/api/otp/send', sendBody(), options);
      const answers = await Promise.all(Array.from({ length: LANES }, send));
      for (const answer of answers) expect(answer).toAnswer(200);
      sends += LANES;
      return [...(await acceptedBy(fleet)).values()].filter((count) => count > 0).length;
    };
    await expect.poll(serving, PATIENT).toBe(2);
    const scrapes = await Promise.all(Array.from({ length: LANES }, () => acceptedBy(fleet)));
    for (const scrape of scrapes) expect(scrape).toEqual(scrapes[0]);
    const [one = 0, two = 0] = (scrapes[0] ?? new Map()).values();
    expect(one + two).toBe(sends);
    expect(await fleet.breaches()).toEqual([]);
  });

  it('goes on when a worker is killed, puts another in its place, and loses no send', async () => {
    const { fleet, service } = await start({ env: { RECOVERY_SECONDS: '1' } });
    const before = await pids(fleet);
    const [killed = 0, kept = 0] = before;
    const member = await fleet.member(CREDIT);
    const [statuses, cutOff]: [number[], unknown[]] = [[], []];
    const lane = async () => {
      for (let turn = 0; turn < 30; turn++)
        await fleet.send(turn, member, sendBody()).then(
          ({ status }) => statuses.push(status),
          async (error: unknown) => {
            cutOff.push(error);
            // Until its death is known the primary may hand on to it, however often one comes again.
            await service.says(/a worker died: another takes its place/);
          },
        );
    };
    const traffic = Promise.all(Array.from({ length: LANES }, lane));
    await expect.poll(() => statuses.length, PATIENT).toBeGreaterThan(LANES);
    process.kill(killed, 'SIGKILL');
    await traffic;
    // Nobody has them any more: the recovery need not wait for their leases.
    await fleet.query("UPDATE messages SET lease_until = created_at WHERE status = 'pending'");
    // What the dead worker had in hand: one request a connection.
    expect(cutOff.length).toBeLessThanOrEqual(LANES);
    expect(statuses).toEqual(Array(30 * LANES - cutOff.length).fill(200));

    expect(service.output.match(/a worker died: another takes its place/g)).toHaveLength(1);
    await service.says(/(?:listening on [^]+){3}/);
    const after = await pids(fleet);
    expect(after).toContain(kept);
    expect(after).not.toContain(killed);

    const count = async (status: string) => {
      const sql = 'SELECT COUNT(*) AS count FROM messages WHERE status = ?';
      return Number((await fleet.query<{ count: string }>(sql, [status]))[0]?.count);
    };
    await expect.poll(() => count('pending'), PATIENT).toBe(0);
    expect(await count('sent')).toBe(fleet.gateway.accepted.length);
    expect(await fleet.balanceOf(member)).toBe(CREDIT - 200 * fleet.gateway.accepted.length);
    expect(await fleet.breaches()).toEqual([]);
  });

  it('ends its workers at SIGTERM when their sends have ended, and says 0', async () => {
    const { fleet, service } = await start({ switches: { answerDelayMs: 1000 } });
    const workers = await pids(fleet);
    const member = await fleet.member(CREDIT);
    const sends = Array.from({ length: LANES }, (_, turn) => fleet.send(turn, member, sendBody()));
    await expect.poll(() => fleet.gateway.requests.sends, PATIENT).toBe(LANES);
    service.signal('SIGTERM');
    for (const answer of await Promise.all(sends)) expect(answer).toAnswer(200);
    expect(await service.exit()).toEqual({ code: 0, signal: null });
    expect(workers.filter(isRunning)).toEqual([]);
    expect(service.output.match(/"msg":"stopped"/g)).toHaveLength(2);
    expect(await fleet.breaches()).toEqual([]);
  });

  it('gives up after SHUTDOWN_GRACE_MS with 1, and leaves no worker behind', async () => {
    const env = { SHUTDOWN_GRACE_MS: '300' };
    const { fleet, service } = await start({ env, switches: { answerDelayMs: 5000 } });
    const workers = await pids(fleet);
    const send = fleet.send(0, await fleet.member(CREDIT), sendBody()).catch(() => 'cut off');
    await expect.poll(() => fleet.gateway.requests.sends, PATIENT).toBe(1);
    service.signal('SIGTERM');
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(await send).toBe('cut off');
    await expect.poll(() => workers.filter(isRunning), PATIENT).toEqual([]);
  });

  it('ends with its primary, however that ends', async () => {
    const { fleet, service } = await start();
    const workers = await pids(fleet);
    expect(workers.filter(isRunning)).toHaveLength(2);
    service.signal('SIGKILL');
    await expect.poll(() => workers.filter(isRunning), PATIENT).toEqual([]);
  });

  it('shows the first password once', async () => {
    const service = new BuiltService({
      DATA_DIR: folder.path,
      DATABASE_URL: databaseUrl,
      WEB_CONCURRENCY: '2',
      ADMIN_PASSWORD: '',
    });
    await service.says(/listening on [^]+listening on /);
    await service.says(/^Administrator: /m);
    await sleep(100);
    expect(service.output.match(/^Administrator: admin \/ \S+ \(shown once\)$/gm)).toHaveLength(1);
  });

  it.each([
    [
      'HOST',
      { HOST: '192.0.2.1' },
      /^(?:\{.+can be reached from other machines.+\n)?HOST is not an address of this machine.+\n$/,
    ],
    ['the database', { DATABASE_URL: 'mysql://sandi@127.0.0.1:1/otp' }, /^DATABASE_URL cannot be used.+\n$/],
  ])('that cannot boot for %s says so once, and exits with 1', async (_what, env, words) => {
    const service = new BuiltService({
      DATA_DIR: folder.path,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      WEB_CONCURRENCY: '2',
      ...env,
    });
    expect(await service.exit()).toEqual({ code: 1, signal: null });
    expect(service.output).toMatch(words);
  });
});
