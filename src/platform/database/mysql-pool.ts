import type { Duplex } from 'node:stream';
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { ServerState } from './server-state.js';
import { sessionStatements } from './session.js';
import {
  asUnavailable,
  DatabaseSilentError,
  type DriverFailure,
  isFull,
  isNotWritable,
  isSpoilt,
  unavailable,
} from './unavailable.js';

/** How long a database is waited for. */
export interface Waits {
  acquireTimeoutMs: number;
  /** For each packet; `undefined` where a statement may take as long as it takes. */
  queryTimeoutMs: number | undefined;
}

type Acquired = (error: Error | null, connection?: PoolConnection) => void;
type Done = (error: DriverFailure | null, ...rest: unknown[]) => void;

/** mysql2's connection, as far as we change it. */
interface Wire {
  query(...args: unknown[]): unknown;
  stream: Duplex;
}

/** mysql2, as far as TypeORM takes it: with a pool whose connections are set and watched by us. */
export const mysqlDriver = (waits: Waits, state: ServerState) => ({
  createPool: (options: PoolOptions) => new WatchedPool(createPool(options), waits, state),
});

class WatchedPool {
  /** When each connection got its settings. */
  private readonly madeAtMs = new WeakMap<PoolConnection, number>();
  private readonly firstStatements: string[];

  constructor(
    private readonly pool: Pool,
    private readonly waits: Waits,
    private readonly state: ServerState,
  ) {
    this.firstStatements = sessionStatements(waits.queryTimeoutMs);
  }

  /** Fails with DatabaseUnavailableError; with DatabaseSilentError when it took too long. */
  getConnection(done: Acquired): void {
    const { acquireTimeoutMs } = this.waits;
    let isOver = false;
    let inHand: PoolConnection | undefined;
    const patience: { timer?: NodeJS.Timeout } = {};
    const end: Acquired = (error, connection) => {
      if (isOver) return connection?.release();
      isOver = true;
      clearTimeout(patience.timer);
      done(error, connection);
    };
    const take = () =>
      this.pool.getConnection((error: DriverFailure | null, connection) => {
        if (error) return end(unavailable(error));
        const madeAtMs = this.madeAtMs.get(connection);
        if (madeAtMs !== undefined && this.state.isOld(madeAtMs)) {
          connection.destroy();
          return isOver ? undefined : take();
        }
        if (isOver || madeAtMs !== undefined) return end(null, connection);
        inHand = connection;
        this.prepare(connection, end);
      });
    take();
    if (isOver) return;
    // Set after the driver's own timer, which is as long: so that one fires first, and cleans up.
    patience.timer = setTimeout(() => {
      const silent = new DatabaseSilentError(`no connection within ${acquireTimeoutMs} ms`);
      if (inHand) breakOff(inHand, silent);
      end(silent);
    }, acquireTimeoutMs);
  }

  end(done: (error?: Error | null) => void): void {
    this.pool.end(done);
  }

  /** Sends the session settings before the connection is used: escaping depends on them. */
  private prepare(connection: PoolConnection, end: Acquired): void {
    // The running statement receives the error. Without a listener here the error would end the process.
    connection.on('error', () => undefined);
    watch(connection, this.waits.queryTimeoutMs, this.state);
    const say = ([first, ...rest]: string[]): void => {
      if (first === undefined) {
        this.madeAtMs.set(connection, performance.now());
        return end(null, connection);
      }
      connection.query(first, (error: DriverFailure | null) => {
        if (!error) return say(rest);
        connection.destroy();
        end(unavailable(error));
      });
    };
    say(this.firstStatements);
  }
}

/**
 * Closes a connection whose statement gets no response in time: a late response must not count for another statement.
 * Also closes connections to a server that cannot work.
 */
function watch(connection: PoolConnection, queryTimeoutMs: number | undefined, state: ServerState): void {
  const wire = connection as unknown as Wire;
  const query = wire.query.bind(wire);
  wire.query = (...args: unknown[]) => {
    const done = args.pop() as Done;
    const patience =
      queryTimeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            // The server's machine may be down, and each idle connection would cost another wait.
            state.dropConnections();
            breakOff(connection, new DatabaseSilentError(`no answer within ${queryTimeoutMs} ms`));
          }, queryTimeoutMs);
    const answered: Done = (error, ...rest) => {
      clearTimeout(patience);
      if (!error) return done(error, ...rest);
      if (isNotWritable(error)) state.dropConnections();
      if (isFull(error)) state.noteFull();
      if (isSpoilt(error)) connection.destroy();
      done(asUnavailable(error), ...rest);
    };
    return query(...args, answered);
  };
}

/** Closes the socket without COM_QUIT, which might get no response either. */
function breakOff(connection: PoolConnection, error: Error): void {
  (connection as unknown as Wire).stream.destroy(error);
}
