import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Random, seededRandom } from '../../simulator/random.js';
import type { OutcomeStatus } from '../../src/otp/status.rules.js';
import { firstDataKey } from '../../src/platform/security/data-keys.rules.js';
import { BlindIndex } from '../../src/platform/security/hashing.js';
import { openAccounts } from './accounts.js';
import { compare } from './compare.js';
import { readRemains, readRows, type Remains, type Rows, withDatabase } from './database-rows.js';
import type { Evidence } from './evidence.js';
import { type Figures, figuresOf } from './figures.js';
import type { Scene } from './gateway-scenes.js';
import { changePrices } from './prices.js';
import type { FaultProxy } from './proxy.js';
import { ServiceProcess } from './service-process.js';
import { openStage, SECRETS, type Stage } from './stage.js';
import { Traffic } from './traffic.js';

const RECOVERY_TIMEOUT_MS = 40_000;
const STRAND_TIMEOUT_MS = 10_000;
const CLOSING_TIMEOUT_MS = 60_000;
const POLL_MS = 60;
const LATEST_REPLAYED = 400;

export interface BootOptions {
  failpoint?: string;
  /** The pass at which it kills. */
  nth?: number;
  /** Passes count from {@link World.service}.arm() on. */
  hold?: boolean;
}

/** The seed of this run: FAULTS_SEED, or one of its own. */
export const runSeed = (): number => Number(process.env['FAULTS_SEED'] || randomInt(2 ** 31));

/** A gateway and clients that outlive the service, a database, and a service that does not live long. */
export class World {
  kills = 0;
  private running: ServiceProcess | undefined;
  private rows: Rows | undefined;
  private readonly recipients = new BlindIndex(firstDataKey(SECRETS.DATA_KEY), 'recipient');

  private constructor(
    readonly seed: number,
    readonly random: Random,
    private readonly stage: Stage,
    /** Made at the first boot. */
    readonly traffic: Traffic,
  ) {}

  /** Starts the service on an empty database, with its accounts. */
  static async open(seed: number, proxied?: 'gateway' | 'database'): Promise<World> {
    const random = seededRandom(seed);
    const stage = await openStage(random, proxied);
    const service = new ServiceProcess(stage.env);
    try {
      if (!(await service.ready(stage.url))) throw new Error(`The service did not start:\n${service.log}`);
      const accounts = await openAccounts(stage.url, SECRETS.ADMIN_PASSWORD);
      await changePrices(stage.databaseUrl, accounts.accounts);
      const accepted = () => stage.gateway.accepted;
      const traffic = new Traffic({ url: stage.url, random, accepted, ...accounts });
      const world = new World(seed, random, stage, traffic);
      world.running = service;
      return world;
    } catch (error) {
      await service.kill();
      await stage.close();
      throw error;
    }
  }

  /** The running one, or the last that ran. */
  get service(): ServiceProcess {
    if (!this.running) throw new Error('the service was not started');
    return this.running;
  }

  get proxy(): FaultProxy {
    if (!this.stage.proxy) throw new Error('this world has no proxy');
    return this.stage.proxy;
  }

  /** Starts the service anew on what the last one left; false when it ended before it took requests. */
  async boot({ failpoint, nth = 1, hold = false }: BootOptions = {}): Promise<boolean> {
    await this.service.kill();
    const env = { ...this.stage.env };
    if (failpoint) Object.assign(env, { FAILPOINT: `${failpoint}:${nth}`, FAILPOINT_HOLD: hold ? '1' : '0' });
    this.running = new ServiceProcess(env);
    if (await this.service.ready(this.stage.url)) return true;
    if (this.service.wasKilled) return false;
    throw new Error(`The service ended by itself:\n${this.service.log}`);
  }

  async kill(): Promise<void> {
    this.kills += 1;
    await this.service.kill();
  }

  /** Waits until a failpoint has killed the service. */
  async diedAt(failpoint: string, timeoutMs: number): Promise<void> {
    const isOver = await this.service.died(timeoutMs);
    if (!isOver) throw new Error(`${failpoint} was not reached`);
    if (!this.service.wasKilled) throw new Error(`The service ended by itself:\n${this.service.log}`);
    this.kills += 1;
  }

  /** How the gateway behaves from now on; `mixed` at first. */
  play(scene: Scene): void {
    this.stage.play(scene);
  }

  /** Requests by several clients, until they are through or the service is gone. */
  flow(count: number, clients?: number): Promise<void> {
    return this.traffic.flow(count, () => this.service.alive, clients);
  }

  /** Kills the service while the gateway has at least `count` of its sends in hand, and leaves them to the recovery. */
  async strand(count: number): Promise<void> {
    this.play('silent');
    const { requests } = this.stage.gateway;
    const enough = requests.accepted + count;
    const flow = this.flow(count * 3, count * 3);
    const deadlineMs = performance.now() + STRAND_TIMEOUT_MS;
    while (requests.accepted < enough && performance.now() < deadlineMs) await sleep(2);
    await this.kill();
    await flow;
    this.play('mixed');
  }

  /** Waits until the recovery has nothing left to do; what it did not come to is stuck, and for {@link verify} to tell. */
  async recovered(): Promise<Remains> {
    const deadlineMs = performance.now() + RECOVERY_TIMEOUT_MS;
    return withDatabase(this.stage.databaseUrl, async (source) => {
      for (;;) {
        const remains = await readRemains(source);
        const isOver = remains.pending === 0 && remains.waiting === 0;
        if (isOver || performance.now() > deadlineMs) return remains;
        await sleep(POLL_MS);
      }
    });
  }

  /** Holds the clients' answers, the gateway's log and the books against each other. */
  async verify(final = false): Promise<void> {
    if (!this.service.alive) throw new Error(`The service ended by itself:\n${this.service.log}`);
    expect(compare(await this.evidence(final)).slice(0, 20), `seed ${this.seed}`).toEqual([]);
  }

  /** Lets everything end: callbacks are through, every key is answered and answers the same once more. */
  async conclude(): Promise<void> {
    await this.recovered();
    const deadlineMs = performance.now() + CLOSING_TIMEOUT_MS;
    while ((await this.traffic.insist()) > 0 && performance.now() < deadlineMs) await sleep(250);
    await this.traffic.proveAll();
    await this.traffic.replay(LATEST_REPLAYED);
    await this.stage.courier.drain();
    await this.stage.gateway.drain();
    await this.reportAgain();
    await this.recovered();
    await this.verify(true);
    expect(this.figures().prices, 'no price changed under load').toBeGreaterThan(1);
  }

  figures(): Figures {
    if (!this.rows) throw new Error('nothing was verified yet');
    return figuresOf(this.traffic.requests, this.stage.gateway, this.rows);
  }

  async close(): Promise<void> {
    await this.service.kill();
    await this.stage.close();
  }

  /** What the gateway gave up on while the service was down, it reports once more. */
  private async reportAgain(): Promise<void> {
    const { gateway } = this.stage;
    for (const { id, status, error, callbacks } of gateway.accepted) {
      const own = callbacks.filter((callback) => callback.status === status);
      if (own.length > 0 && !own.some(({ answered }) => isTaken(answered)))
        await gateway.callback(id, status, error);
    }
  }

  private async evidence(final: boolean): Promise<Evidence> {
    const { gateway } = this.stage;
    // Not with the rows: a callback that is just being taken waits there for a moment, and is not stuck.
    const remains = await this.recovered();
    // Callbacks first: what is taken after this may be missing in the rows.
    const reported = this.reported();
    this.rows = await withDatabase(this.stage.databaseUrl, readRows);
    return {
      requests: this.traffic.requests,
      accepted: gateway.accepted,
      repeats: gateway.requests.replayed,
      reported,
      rows: this.rows,
      remains,
      indexOf: (phone) => this.recipients.of(phone),
      final,
    };
  }

  private reported(): Map<string, OutcomeStatus[]> {
    const { gateway, courier } = this.stage;
    const entries = gateway.accepted.map(({ id, callbacks }): [string, OutcomeStatus[]] => {
      const statuses = callbacks.filter(({ answered }) => isTaken(answered)).map(({ status }) => status);
      return [id, courier.taken.has(id) ? [...statuses, 'delivered'] : statuses];
    });
    return new Map(entries.filter(([, statuses]) => statuses.length > 0));
  }
}

const isTaken = (answered: number | null) => answered !== null && answered >= 200 && answered < 300;
