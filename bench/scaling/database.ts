import type { Draws } from '../fleet/draws.js';
import type { Timetable } from '../fleet/time.js';
import { ASSUMPTIONS } from './assumptions.js';
import { Cores } from './cores.js';
import { pause, type Process } from './process.js';
import { RowLocks } from './row-locks.js';

/** `server`: one server for all instances. `galera`: a cluster with a node for each instance. */
export type Engine = 'server' | 'galera';

/** Statements that are sent in one round trip: the rows that they lock, and their CPU. */
interface Packet {
  rows: readonly string[];
  cpuMs: number;
}

/** Two packets; the second one ends with the COMMIT. */
export interface Transaction {
  first: Packet;
  second: Packet;
}

/** `aborted`: another node's write was applied before the COMMIT. `uncertified`: another node's write came first. */
export type Ending = 'committed' | 'aborted' | 'uncertified';

interface Node {
  cores: Cores;
  locks: RowLocks;
}

/** The last transaction that wrote a row, anywhere in the cluster. */
interface Write {
  node: Node;
  atMs: number;
}

/** Rows held by a transaction, and since when. */
type Held = Map<string, number>;

const { network, database, galera, instance } = ASSUMPTIONS;

/** Simulates the time of transactions: round trips, locked rows, CPU, commit, certification. */
export class SimulatedDatabase {
  private readonly nodes: Node[];
  private readonly writes = new Map<string, Write>();
  /** The total time that transactions waited for locked rows. */
  waitedMs = 0;

  constructor(
    private readonly engine: Engine,
    instances: number,
    private readonly timetable: Timetable,
    private readonly draws: Draws,
  ) {
    this.nodes = Array.from({ length: engine === 'galera' ? instances : 1 }, () => ({
      cores: new Cores(timetable, database.cores),
      locks: new RowLocks(),
    }));
  }

  /** CPU time of the busiest server. */
  get busiestMs(): number {
    return Math.max(...this.nodes.map(({ cores }) => cores.busyMs));
  }

  *run(instanceNumber: number, transaction: Transaction): Process<Ending> {
    const { first } = transaction;
    const node = this.nodes[instanceNumber % this.nodes.length] as Node;
    const held: Held = new Map();
    yield this.pause(network.roundTripMs / 2);
    yield* this.execute(node, first, held);
    yield this.pause(network.roundTripMs + instance.turnMs);
    const ending = this.isOverrun(node, held) ? 'aborted' : yield* this.commit(node, transaction, held);
    node.locks.release([...held.keys()]);
    yield this.pause(network.roundTripMs / 2);
    return ending;
  }

  private *execute(node: Node, { rows, cpuMs }: Packet, held: Held): Process {
    const beganMs = this.timetable.nowMs;
    for (const row of rows) {
      yield* node.locks.take([row]);
      held.set(row, this.timetable.nowMs);
    }
    this.waitedMs += this.timetable.nowMs - beganMs;
    yield* node.cores.work(cpuMs);
  }

  private *commit(node: Node, { first, second }: Transaction, held: Held): Process<Ending> {
    yield* this.execute(node, second, held);
    if (this.engine === 'galera') {
      yield this.pause(galera.replicationMs);
      if (!this.isFirst(node, held)) return 'uncertified';
      this.replicate(node, held, first.cpuMs + second.cpuMs);
    }
    const { medianMs, spread } = database.flush;
    yield this.pause(this.draws.around(medianMs, spread));
    return 'committed';
  }

  /** Whether another node's write of a held row has been applied here. Such a write does not wait for the lock. */
  private isOverrun(node: Node, held: Held): boolean {
    return this.hasForeignWrite(node, held, this.timetable.nowMs - galera.applyDelayMs);
  }

  /** Certification: no other node has written a held row since it was locked, or before that without us seeing it. */
  private isFirst(node: Node, held: Held): boolean {
    return !this.hasForeignWrite(node, held, this.timetable.nowMs);
  }

  private hasForeignWrite(node: Node, held: Held, untilMs: number): boolean {
    return [...held].some(([row, takenMs]) => {
      const write = this.writes.get(row);
      if (!write || write.node === node) return false;
      return write.atMs > takenMs - galera.applyDelayMs && write.atMs <= untilMs;
    });
  }

  private replicate(node: Node, held: Held, cpuMs: number): void {
    for (const row of held.keys()) this.writes.set(row, { node, atMs: this.timetable.nowMs });
    for (const other of this.nodes) if (other !== node) other.cores.charge(cpuMs * galera.applyShare);
  }

  private pause(ms: number) {
    return pause(this.timetable, ms);
  }
}
