export type Engine = 'sqlite' | 'mysql';

/** What a test reads with `inject('…')` from vitest; only the e2e projects provide it. */
declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
    /** The server (no database in the path) of the projects e2e-mariadb, e2e-mysql and e2e-tidb; null elsewhere. */
    mysqlUrl: string | null;
    /** What that server is; null elsewhere. */
    sqlServer: 'mariadb' | 'mysql' | 'tidb' | null;
    /** Null when there is no Redis and the run may go on without it. */
    redisUrl: string | null;
    /** What the compiler said when `dist` could not be built; null when it is up to date. */
    buildFailure: string | null;
  }
}
