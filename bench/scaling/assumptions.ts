/**
 * What is assumed of machines, network and database. docs/scaling.md says which of it was measured. Milliseconds, unless
 * the name says otherwise.
 */
export const ASSUMPTIONS = {
  /** One instance: a process, on a core of its own. */
  instance: {
    /** CPU of a send, half of it before the opening and half after the settling. */
    cpuPerSendMs: 0.6,
    /** How long an answer of the database waits for a busy event loop, before the next packet goes. */
    turnMs: 1,
    /** Clients that send again as soon as they are answered: enough to leave no instance idle. */
    clients: 192,
  },
  /** What a gateway takes to accept a message: half of the answers are quicker. */
  gateway: { medianMs: 40, spread: 0.3 },
  network: { roundTripMs: 0.5 },
  /** The server, or one node of a cluster. */
  database: {
    cores: 8,
    /** CPU of a transaction, besides its rows. Alone, a send costs 2 of them and its rows: 0.3 ms. */
    cpuPerTransactionMs: 0.09,
    cpuPerOpeningMs: 0.07,
    cpuPerSettlingMs: 0.05,
    /** Of an opening, what its first packet does: windows, balances. A settling's does all but the commit. */
    firstPacketShare: 0.4,
    /** To write and flush the log. Transactions that commit together share it: it is a time, not a queue. */
    flush: { medianMs: 1.5, spread: 0.3 },
  },
  galera: {
    /** To bring a transaction into the order of the whole group. */
    replicationMs: 1,
    /** From there until another node has applied it. */
    applyDelayMs: 1,
    /** CPU of applying another node's transaction, as a share of what it cost there. */
    applyShare: 0.4,
  },
  accounts: {
    /** Besides the hot one. */
    count: 10_000,
  },
  /** As in src/platform/database/database.ts, and the Retry-After of `overloaded`. */
  retries: { attemptsMax: 12, pauseMaxMs: 400, retryAfterMs: 1000 },
  /** Not counted, at the beginning of a run. */
  warmUpMs: 1500,
} as const;
