import { databaseServer } from './config/index.js';
import { type Leaked, leakReport } from './operations/leak/index.js';
import { connect } from './platform/database/index.js';
import { argumentsOf, explainUsage, runProgram } from './platform/process/program.js';

const USAGE = `npm run leak -- <what>, in the image: sandi leak <what>

table <name>   a table, such as messages
backup         the whole database, or a copy of it
key <name>     DATA_KEY, JWT_SECRET, GATEWAY_WEBHOOK_SECRET, or the id of an API key

Counts accounts and recipients that a leak touches, and says what an attacker reads, with and without DATA_KEY.
Shows numbers only and writes nothing. The service may be running; a restored backup may stand behind DATABASE_URL.
Exits with 0 when it is done, 1 when it could not be, 2 for wrong arguments.
`;

async function main(): Promise<number> {
  const leaked = readArguments();
  if (leaked === undefined) return explainUsage(USAGE);
  const database = await connect(
    { ...databaseServer(process.env), readonly: true, poolSize: 1 },
    { entities: [], migrations: [] },
  );
  try {
    const report = await leakReport(database, leaked);
    if (report === undefined) return explainUsage(USAGE);
    process.stdout.write(report);
    return 0;
  } finally {
    await database.destroy();
  }
}

function readArguments(): Leaked | undefined {
  const [what, name, ...others] = argumentsOf({ allowPositionals: true })?.positionals ?? [];
  return what && others.length === 0 ? [what, name] : undefined;
}

runProgram(main);
