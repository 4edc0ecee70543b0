import { DataSource } from 'typeorm';
import { connectionOptions } from '../common/database/index.js';
import { checkBooks } from './check-books.js';
import { INVARIANTS } from './invariants.js';

/** `npm run books`: exit 0 when the books of DATABASE_URL balance, 1 with the offending rows when they do not, 2 when they cannot be read. */
async function main(): Promise<number> {
  const url = process.env['DATABASE_URL'] || 'sqlite:data/sandi.sqlite';
  const options = connectionOptions({ url, readonly: true, poolSize: 1 }, { entities: [], migrations: [] });
  const dataSource = await new DataSource(options).initialize();
  try {
    const breaches = await checkBooks(dataSource);
    for (const { invariant, meaning, rows } of breaches) {
      process.stdout.write(`BROKEN ${invariant}: ${meaning}\n`);
      for (const row of rows) process.stdout.write(`  ${JSON.stringify(row)}\n`);
    }
    if (breaches.length === 0)
      process.stdout.write(`The books balance: ${INVARIANTS.length} invariants hold.\n`);
    return breaches.length === 0 ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `The books cannot be read: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(2);
  },
);
