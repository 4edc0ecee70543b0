/**
 * Assumptions about machines, network and database. docs/scaling.md says which were measured. In milliseconds, unless
 * the name has another unit.
 */
export const ASSUMPTIONS = {
  /** One instance: a process, on a core of its own. */
  instance: {
    /** CPU of a send: half of it before the message is created, half after its status update. */
    cpuPerSendMs: 0.6,
    /** How long the busy event loop delays a response of the database before it sends the next statements. */
    turnMs: 1,
    /** Clients, which send again after each response; enough to keep every instance busy. */
    clients: 192,
  },
  /** The time in which a gateway accepts a message. */
  gateway: { medianMs: 40, spread: 0.3 },
  network: { roundTripMs: 0.5 },
  /** The server, or one node of a cluster. */
  database: {
    cores: 8,
    /** CPU of a transaction without its rows. A send that shares none costs two transactions and its rows: 0.3 ms. */
    cpuPerTransactionMs: 0.09,
    cpuPerOpeningMs: 0.07,
    cpuPerSettlingMs: 0.05,
    /** The share of creating a message that its first packet does (windows, balances). */
    firstPacketShare: 0.4,
    /** The time to write and flush the log. Transactions that commit at the same time share it, so none must queue. */
    flush: { medianMs: 1.5, spread: 0.3 },
  },
  galera: {
    /** The time until a transaction has its place in the order of the whole cluster. */
    replicationMs: 1,
    /** The time from then until another node has applied the transaction. */
    applyDelayMs: 1,
    /** The CPU of applying another node's transaction, as a share of its CPU on that node. */
    applyShare: 0.4,
  },
  accounts: {
    /** Accounts besides the hot one. */
    count: 10_000,
  },
  /** The values of src/platform/database/database.ts, and the Retry-After of `overloaded`. */
  retries: { attemptsMax: 12, pauseMaxMs: 400, retryAfterMs: 1000 },
  /** The beginning of a run, which is not counted. */
  warmUpMs: 1500,
} as const;
