export type Engine = 'sqlite' | 'mysql';

/** Values that a test reads with `inject('…')` from vitest; only the e2e projects provide it. */
declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
    /** The server (no database in the path) of the projects e2e-mariadb, e2e-mysql and e2e-tidb; null elsewhere. */
    mysqlUrl: string | null;
    /** The product of that server; null elsewhere. */
    sqlServer: 'mariadb' | 'mysql' | 'tidb' | null;
    /** Null if there is no Redis, and the run may continue without it. */
    redisUrl: string | null;
    /** The output of the compiler if `dist` could not be built; null if it is up to date. */
    buildFailure: string | null;
  }
}
