import { inject } from 'vitest';
import { findProgram } from './find-program.js';
import type { Service } from './launch.js';
import { type SqlServerOptions, startMariaDb } from './mariadb.js';
import { startMysql } from './mysql.js';

/** Whether {@link startSqlServer} has what it takes. */
export const hasSqlServer = () =>
  inject('sqlServer') === 'mysql' ||
  (inject('sqlServer') === 'mariadb' && findProgram('mariadb').kind === 'program');

/** A server of our own, of the kind that this project runs on. */
export const startSqlServer = (options: SqlServerOptions): Promise<Service> =>
  inject('sqlServer') === 'mysql' ? startMysql(options) : startMariaDb(options);
