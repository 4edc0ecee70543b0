import { columns, flag, MigrationOf, nullable, sql, without } from './schema.js';

/**
 * Whether numbers are checked can be left to the driver. The old column does not tell devices that wanted no check from
 * those that never chose, so both get their driver's default.
 */
export class NumberChecks1764050000001 extends MigrationOf(
  columns('devices', [flag('number_check', nullable)]),
  sql({
    up: 'UPDATE devices SET number_check = 1 WHERE check_number = 1',
    down: 'UPDATE devices SET check_number = 1 WHERE number_check = 1',
  }),
  without(columns('devices', [flag('check_number', { default: 0 })])),
) {}
