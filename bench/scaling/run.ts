import { Draws } from '../fleet/draws.js';
import { SECOND_MS, Timetable } from '../fleet/time.js';
import { ASSUMPTIONS } from './assumptions.js';
import { Cores } from './cores.js';
import { type Engine, SimulatedDatabase } from './database.js';
import { Lane } from './lane.js';
import { pause, type Process, start } from './process.js';
import { type Figures, RunRecorder } from './run-recorder.js';
import { openingOf, settlingOf } from './transactions.js';

/**
 * `spread`: all accounts are equal, and each uses all instances. `hot`: one account has a share of all clients, and
 * uses all instances. `pinned`: like `hot`, but each account uses one instance; the hot one has an instance of its own.
 */
export const LAYOUTS = ['spread', 'hot', 'pinned'] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Scenario {
  seed: number;
  /** The counted time after the warm-up. */
  seconds: number;
  engine: Engine;
  layout: Layout;
  instances: number;
  /** The share of clients that send for the hot account. */
  hotShare: number;
  /** Sends in one transaction, at most: SEND_BATCH_MAX. */
  batchMax: number;
}

const HOT_ACCOUNT = 0;
const { instance, gateway, accounts, retries, warmUpMs, database } = ASSUMPTIONS;

interface Instance {
  number: number;
  cpu: Cores;
  opening: Lane;
  settling: Lane;
}

/** Clients, instances and their database. */
class Run {
  private readonly timetable = new Timetable(0);
  private readonly recorder: RunRecorder;
  private readonly database: SimulatedDatabase;
  private readonly instances: Instance[];

  constructor(private readonly scenario: Scenario) {
    const { engine, instances } = scenario;
    this.recorder = new RunRecorder(instances, () => this.timetable.nowMs >= warmUpMs);
    this.database = new SimulatedDatabase(engine, instances, this.timetable, this.draws('flush'));
    this.instances = Array.from({ length: instances }, (_, number) => this.instance(number));
  }

  figures(): Figures {
    const { instances, layout, hotShare, seconds } = this.scenario;
    const clients = instances * instance.clients;
    const hotClients = layout === 'spread' ? 0 : Math.round(clients * hotShare);
    const draws = this.draws('start');
    // At random times: clients that start together would send in step for ever.
    for (let number = 0; number < clients; number++)
      this.timetable.at(draws.between(0, warmUpMs / 2), () =>
        start(this.client(number, number < hotClients)),
      );
    this.timetable.run(warmUpMs);
    const { busiestMs, waitedMs } = this.database;
    this.timetable.run(warmUpMs + seconds * SECOND_MS);
    return this.recorder.figures({
      seconds,
      rowWaitMs: this.database.waitedMs - waitedMs,
      databaseShare: (this.database.busiestMs - busiestMs) / (seconds * SECOND_MS * database.cores),
    });
  }

  private instance(number: number): Instance {
    const { database, timetable, recorder } = this;
    const { batchMax } = this.scenario;
    const lane = (name: string, transactionOf: typeof openingOf) => {
      const draws = this.draws(`${name} ${number}`);
      return new Lane({ instance: number, database, transactionOf, batchMax, timetable, draws, recorder });
    };
    return {
      number,
      cpu: new Cores(this.timetable, 1),
      opening: lane('opening', openingOf),
      settling: lane('settling', settlingOf),
    };
  }

  /** A client that sends one message after another, and waits a while after a rejected one. */
  private *client(number: number, isHot: boolean): Process {
    const draws = this.draws(`client ${number}`);
    for (;;) {
      const account = isHot ? HOT_ACCOUNT : 1 + draws.index(accounts.count);
      const isAnswered = yield* this.send(account, number, draws);
      if (isAnswered) continue;
      this.recorder.gaveUp();
      yield pause(this.timetable, retries.retryAfterMs);
    }
  }

  private *send(account: number, client: number, draws: Draws): Process<boolean> {
    const { number, cpu, opening, settling } = this.instanceOf(account, client);
    const beganMs = this.timetable.nowMs;
    yield* cpu.work(instance.cpuPerSendMs / 2);
    if (!(yield* opening.through(account))) return false;
    const gatewayMs = draws.around(gateway.medianMs, gateway.spread);
    yield pause(this.timetable, gatewayMs);
    if (!(yield* settling.through(account))) return false;
    yield* cpu.work(instance.cpuPerSendMs / 2);
    this.recorder.answered(number, account === HOT_ACCOUNT, this.timetable.nowMs - beganMs - gatewayMs);
    return true;
  }

  /** The instance that the load balancer chooses. */
  private instanceOf(account: number, client: number): Instance {
    const { layout } = this.scenario;
    const count = this.instances.length;
    if (layout !== 'pinned') return this.at(client % count);
    return this.at(account === HOT_ACCOUNT || count === 1 ? 0 : 1 + (account % (count - 1)));
  }

  private at(number: number): Instance {
    const found = this.instances[number];
    if (!found) throw new Error(`there is no instance ${number}`);
    return found;
  }

  private draws(purpose: string): Draws {
    return new Draws(this.scenario.seed, purpose);
  }
}

export function simulate(scenario: Scenario): Figures {
  return new Run(scenario).figures();
}
