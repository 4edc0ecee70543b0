/** The meaning of a server's error for the transaction that gets it. */
export type Meaning =
  /** Nothing is stored, also as the response to COMMIT. The work may run again. */
  | 'rolled_back'
  /** The same, and the member may be out of its group: the work may run again on a new connection. */
  | 'rolled_back_by_group'
  /** The work may run again on a new connection, unless COMMIT was sent: then the outcome is unknown. */
  | 'broken_off'
  /** Nothing is stored, and this server may not be written to: another one may stand behind the address. */
  | 'not_writable'
  /** A file could not be written. As the response to COMMIT the outcome is unknown. */
  | 'commit_unknown';

const MEANINGS: Record<Meaning, readonly number[]> = {
  rolled_back: [
    1020, // MariaDB: the record has changed
    1205, // lock wait
    1213, // deadlock; Galera: certification failed
    8002, // TiDB: SELECT FOR UPDATE cannot be retried
    8022, // TiDB: the commit failed and is rolled back
    8028, // TiDB: a table has changed meanwhile
    9007, // TiDB: write conflict
  ],
  rolled_back_by_group: [3101],
  broken_off: [
    1047, // Galera: the node is not ready
    1053, // the server stops
    1077, // the server stops
    1079, // the server stops
    1152, // aborted connection
    1158, // network: cannot read
    1159, // network: read timeout
    1160, // network: cannot write
    1161, // network: write timeout
    1184, // aborted connection
    1317, // query killed
    1927, // MariaDB: connection killed
    3032, // the server is offline
    3100, // Group Replication: a hook failed
    3781, // Group Replication: the new primary takes too long to apply what came before
    3782, // Group Replication: killed while it waited for that
    3783, // Group Replication: the member failed while it waited for that
    3796, // Group Replication: the member is not online
    3797, // Group Replication: could not wait for the transactions before this one
    3798, // Group Replication: could not wait for the other members
    3799, // Group Replication: the member cannot begin a transaction
    4031, // the server closes idle connections
    8027, // TiDB: the server cannot load the schema
    8229, // TiDB: the locks may have expired
    9001, // TiDB: PD does not answer
    9002, // TiDB: TiKV does not answer
    9003, // TiDB: TiKV is busy
    9004, // TiDB: a lock cannot be resolved
    9005, // TiDB: a region is unavailable
  ],
  not_writable: [
    1036, // the table is read-only
    1290, // --read-only, or another option
    1792, // a read-only transaction
    1836, // read-only mode
    1874, // InnoDB is read-only
    3989, // the schema is read-only
  ],
  commit_unknown: [
    3, // a file cannot be written
    1026, // a file cannot be written
    1180, // an error during COMMIT
    1534, // the binary log cannot be written
    1598, // binary logging is impossible
  ],
};

const BY_NUMBER = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, numbers]) =>
    numbers.map((number) => [number, meaning as Meaning] as const),
  ),
);

/** TiDB has no number for a statement that loses against others too often. */
const TIDB_UNNUMBERED = 1105;
const LOST_TOO_OFTEN = /pessimistic lock retry limit reached/;

/** `undefined` where the error says nothing about the transaction. */
export function meaningOf({ errno, message }: { errno?: number; message?: string }): Meaning | undefined {
  if (errno === TIDB_UNNUMBERED && LOST_TOO_OFTEN.test(message ?? '')) return 'rolled_back';
  return BY_NUMBER.get(errno ?? 0);
}
