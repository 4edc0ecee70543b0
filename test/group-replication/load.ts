import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { ClusterTraffic } from '../clusters/traffic.js';
import { Fleet } from '../instances/fleet.js';
import { announcedSeed } from '../support/seed.js';
import { createDatabase } from '../support/services/mariadb.js';
import type { Group } from './group.js';
import { PrimaryProxy } from './primary-proxy.js';

const SERVICES = 2;
/** `SENDS_PER_SECOND=20` on a busy machine. */
const PER_SECOND = Number(process.env['SENDS_PER_SECOND'] ?? 50);
const ACCOUNTS = 5;
const RICH = 100_000_000;
const READY_POLL_MS = 200;

export const QUERY_TIMEOUT_MS = 5_000;

/** Short times, so that recovery ends within the test's timeouts. */
const ENV = {
  GATEWAY_TIMEOUT_MS: '5000',
  LEASE_MARGIN_SECONDS: '2',
  RECOVERY_SECONDS: '1',
  DATABASE_POOL_SIZE: '10',
  DATABASE_QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS),
};

/** Two services behind one address of the primary, with traffic until `stop`. */
export class Load {
  /** Responses of `/health/ready` of each service, by `performance.now()`. */
  readonly readiness: { atMs: number; status: number }[] = [];
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly fleet: Fleet,
    readonly proxy: PrimaryProxy,
    readonly traffic: ClusterTraffic,
    /** The database at each member. */
    readonly urls: readonly string[],
    private readonly serviceUrls: readonly string[],
  ) {}

  static async start(group: Group): Promise<Load> {
    const random = seededRandom(announcedSeed('Group Replication'));
    const proxy = await PrimaryProxy.start(group);
    onTestFinished(() => proxy.close());
    const { pathname } = new URL(await createDatabase(proxy.primary.url));
    const databaseUrl = `${await userFor(proxy, pathname.slice(1))}${pathname}`;
    const fleet = await Fleet.start({
      databaseUrls: Array.from({ length: SERVICES }, () => databaseUrl),
      env: ENV,
      switches: { timeline: 'delivered' },
    });
    const serviceUrls = await Promise.all(fleet.services.map((service) => service.url()));
    fleet.gateway.callbackTo(`${serviceUrls[0]}/api/webhook/gateway`, 'test-webhook-7cWq2Lx9');
    const senders = [];
    for (let i = 0; i < ACCOUNTS; i++) senders.push(await fleet.member(RICH));
    const traffic = new ClusterTraffic({
      ...{ urls: serviceUrls, senders, random, perSecond: PER_SECOND },
      accepted: () => fleet.gateway.accepted,
    });
    const urls = group.members.map(({ url }) => `${url}${pathname}`);
    const load = new Load(fleet, proxy, traffic, urls, serviceUrls);
    load.running = Promise.all([traffic.flow(() => load.isOver), load.askReadiness()]);
    return load;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** The responses of that time. */
  readinessBetween(fromMs: number, toMs: number): number[] {
    return this.readiness.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs).map(({ status }) => status);
  }

  private async askReadiness(): Promise<void> {
    while (!this.isOver) {
      await Promise.all(
        this.serviceUrls.map(async (url) => {
          const response = await fetch(`${url}/health/ready`).catch(() => undefined);
          this.readiness.push({ atMs: performance.now(), status: response?.status ?? 0 });
        }),
      );
      await sleep(READY_POLL_MS);
    }
  }
}

/** The address of a user without rights to write to a server that is read-only, through the proxy. */
async function userFor({ primary, port }: PrimaryProxy, database: string): Promise<string> {
  const [user, password] = [database.slice(-20), 'kata-sandi-uji'];
  await primary.query(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY '${password}'`);
  await primary.query(`GRANT ALL PRIVILEGES ON \`${database}\`.* TO '${user}'@'127.0.0.1'`);
  return `mysql://${user}:${password}@127.0.0.1:${port}`;
}
