import { DataSource } from 'typeorm';
import { databaseServer } from '../../config/index.js';
import { connectionOptions, serverTime } from '../../platform/database/index.js';
import { runProgram } from '../../platform/process/program.js';
import { SystemClock } from '../../platform/time/clock.js';
import { auditLedger, type LedgerViolation } from './audit-ledger.js';
import { INVARIANTS } from './invariants.rules.js';

/**
 * `npm run books`: exits with 0 if the ledger of DATABASE_URL balances, 1 with the offending rows if not, 2 on
 * an error. With `--json` prints the violations on one line.
 */
async function main(): Promise<number> {
  const options = await connectionOptions(
    { ...databaseServer(process.env), readonly: true, poolSize: 1 },
    { entities: [], migrations: [] },
  );
  const dataSource = await new DataSource(options).initialize();
  try {
    const now = (await serverTime(dataSource)) ?? new SystemClock().now();
    const violations = await auditLedger(dataSource, now);
    process.stdout.write(
      process.argv.includes('--json') ? `${JSON.stringify(violations)}\n` : report(violations),
    );
    return violations.length === 0 ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

function report(violations: LedgerViolation[]): string {
  if (violations.length === 0) return `The books balance: ${INVARIANTS.length} invariants hold.\n`;
  return violations
    .map(({ invariant, meaning, rows, isMore }) => {
      const lines = rows.map((row) => `  ${JSON.stringify(row)}\n`);
      return `BROKEN ${invariant}: ${meaning}\n${lines.join('')}${isMore ? '  … and more\n' : ''}`;
    })
    .join('');
}

runProgram(main, {
  failure: 2,
  explain: (error) => `The books cannot be read: ${error instanceof Error ? error.message : String(error)}`,
});
