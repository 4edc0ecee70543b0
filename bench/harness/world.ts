import { randomToken } from '../../src/platform/ids/random.js';
import type { Service } from '../../test/support/services/launch.js';
import { startMariaDb, USUAL_SIZE } from '../../test/support/services/mariadb.js';
import type { Slice, SliceResult } from '../load/slice.js';
import type { Options } from '../options.js';
import { versionOf } from './database.js';
import { call, startProgram } from './programs.js';
import { prove } from './proof.js';
import { startServers, type Target } from './servers.js';
import { UntrustedError } from './untrusted.js';

/** The time that a slice may take beyond its plan. */
const PATIENCE_MS = 30_000;

/** Everything that runs: MariaDB, gateway, load generator and the servers, each a process of its own. */
export class World {
  private serial = 0;
  private accepted = 0;

  private constructor(
    private readonly services: Service[],
    readonly mariadb: Service,
    private readonly gateway: Service,
    private readonly load: Service,
    readonly targets: readonly Target[],
  ) {}

  static async start(
    options: Pick<Options, 'servers' | 'accounts' | 'workers' | 'before' | 'poolSize' | 'node'>,
  ): Promise<World> {
    const services: Service[] = [];
    const keep = async (starting: Promise<Service>) => {
      const service = await starting;
      services.push(service);
      return service;
    };
    try {
      const mariadb = await keep(startMariaDb({ flushLogAtTrxCommit: 1, size: USUAL_SIZE }));
      const gateway = await keep(startProgram('bench/gateway/main.js', () => ({}), { ready: '/status' }));
      const load = await keep(startProgram('bench/load/main.js', () => ({}), { ready: '/' }));
      const setting = {
        gatewayUrl: gateway.url,
        gatewayToken: randomToken(),
        dataKey: randomToken(),
        poolSize: options.poolSize,
        node: options.node,
      };
      const { servers: names, accounts, workers, before } = options;
      const targets = await startServers(
        { setting, mariadbUrl: mariadb.url, names, accounts, workers, before },
        services,
      );
      return new World(services, mariadb, gateway, load, targets);
    } catch (error) {
      await stopAll(services);
      throw error;
    }
  }

  async delay(ms: number): Promise<void> {
    await call(`${this.gateway.url}/delay?${ms}`, { method: 'PUT' });
  }

  /** Checks that a server works and stores its sends. Fails with {@link UntrustedError}. */
  async prove(target: Target): Promise<void> {
    await this.check(target, await prove(target));
  }

  /** Runs a slice and checks the counts after it. Fails with {@link UntrustedError}. */
  async slice(
    target: Target,
    { load, rampMs, windowMs }: Pick<Slice, 'load' | 'rampMs' | 'windowMs'>,
  ): Promise<SliceResult> {
    const slice: Slice = {
      port: target.port,
      keys: target.keys,
      serial: this.serial,
      load,
      rampMs,
      windowMs,
      meters: {
        service: target.pids,
        database: [this.mariadb.pid],
        tools: [this.gateway.pid, this.load.pid],
      },
    };
    const timeoutMs = rampMs + windowMs + PATIENCE_MS;
    const result = await call<SliceResult>(`${this.load.url}/slice`, {
      method: 'POST',
      body: slice,
      timeoutMs,
    });
    await this.check(target, result.statuses);
    return result;
  }

  databaseVersion(): Promise<string> {
    return versionOf(this.mariadb.url);
  }

  async stop(): Promise<void> {
    await stopAll(this.services);
  }

  private async check({ books, title }: Target, statuses: SliceResult['statuses']): Promise<void> {
    const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    this.serial += answers;
    const accepted = statuses['200'] ?? 0;
    if (accepted !== answers) throw new UntrustedError(`${title} refused sends: ${JSON.stringify(statuses)}`);
    const atGateway = await call<{ accepted: number }>(`${this.gateway.url}/accepted`);
    const taken = atGateway.accepted - this.accepted;
    this.accepted = atGateway.accepted;
    if (taken !== accepted)
      throw new UntrustedError(`${title} answered ${accepted} sends with 200, and the gateway took ${taken}`);
    await books?.check(accepted);
  }
}

/** Newest first: a service ends before its database does. */
async function stopAll(services: readonly Service[]): Promise<void> {
  for (const service of services.toReversed()) await service.stop();
}
