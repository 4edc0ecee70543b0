import { describe, expect, it } from 'vitest';
import { isolationFaults, sessionFaults, sessionStatements } from './session.js';

/** What MariaDB 10.11 and MySQL 9.7 answer of a connection that was told. */
const TOLD = {
  sql_mode:
    'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  time_zone: '+00:00',
  character_set_client: 'utf8mb4',
  character_set_connection: 'utf8mb4',
  character_set_results: 'utf8mb4',
  collation_connection: 'utf8mb4_bin',
  autocommit: 1,
};

describe('the settings of a connection', () => {
  it('are right as they were told, in whatever order, also as texts', () => {
    const sql_mode = TOLD.sql_mode.split(',').toReversed().join(',');
    expect(sessionFaults({ ...TOLD, sql_mode, autocommit: '1' })).toEqual([]);
  });

  it.each([
    ['sql_mode', `${TOLD.sql_mode},NO_BACKSLASH_ESCAPES`],
    ['sql_mode', `${TOLD.sql_mode},ANSI_QUOTES`],
    ['sql_mode', ''],
    ['time_zone', 'SYSTEM'],
    ['character_set_client', 'gbk'],
    ['collation_connection', 'utf8mb4_general_ci'],
    ['autocommit', 0],
  ])('are wrong with %s %j', (name, value) => {
    const faults = sessionFaults({ ...TOLD, [name]: value });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} is `))]);
  });

  it.each([
    ['tidb_txn_mode', 'optimistic'],
    ['tidb_constraint_check_in_place_pessimistic', 0],
    ['check_constraint_checks', 0],
  ])('are wrong with %s %j, and right on an engine without it', (name, value) => {
    expect(sessionFaults({ ...TOLD, [name]: value })).toHaveLength(1);
    expect(sessionFaults(TOLD)).toEqual([]);
  });

  it('that one engine has are a comment to the others', () => {
    const [first] = sessionStatements(15_000);
    expect(first).toMatch(/ \/\*T! , tidb_txn_mode = 'pessimistic', [^*]+\*\//);
    expect(first?.replaceAll(/\/\*.*?\*\//g, '')).not.toMatch(/tidb|check_constraint|idle/);
  });

  it('are all missed where there is no answer', () => {
    expect(sessionFaults({})).toHaveLength(Object.keys(TOLD).length);
  });

  it('have the isolation level that was told, whatever the server calls it', () => {
    expect(isolationFaults([{ Value: 'READ-COMMITTED' }])).toEqual([]);
    expect(isolationFaults([{ Value: 'READ-COMMITTED' }, { Value: 'READ-COMMITTED' }])).toEqual([]);
    expect(isolationFaults([{ Value: 'REPEATABLE-READ' }])).toHaveLength(1);
    expect(isolationFaults([])).toHaveLength(1);
  });

  it('end the wait for a lock before ours for the answer', () => {
    expect(sessionStatements(15_000)[0]).toContain('innodb_lock_wait_timeout = 7');
    expect(sessionStatements(100)[0]).toContain('innodb_lock_wait_timeout = 1');
    expect(sessionStatements()[0]).not.toContain('innodb_lock_wait_timeout');
  });

  it('end a transaction whose process stopped, where the engine can', () => {
    const [limited] = sessionStatements(14_500);
    expect(limited).toMatch(/\/\*M! [^*]*, idle_transaction_timeout = 15 \*\//);
    expect(limited).toMatch(/\/\*T! [^*]*, tidb_idle_transaction_timeout = 15 \*\//);
    expect(sessionStatements()[0]).not.toContain('idle');
  });
});
