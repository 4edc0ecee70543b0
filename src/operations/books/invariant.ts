/** An invariant of the ledger. `sql` selects the rows that break it, on SQLite, MySQL and MariaDB alike. */
export interface Invariant {
  name: string;
  meaning: string;
  /** `?` is two minutes ago in UTC: the recovery may lag behind. */
  sql: string;
}
