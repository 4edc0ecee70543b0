import { readFileSync } from 'node:fs';
import { databaseServer } from './config/index.js';
import { moveBack, moveDatabase } from './operations/move/index.js';
import { parseDatabaseAddress, placeOfDatabase } from './platform/database/database-address.js';
import { argumentsOf, explainUsage, runProgram } from './platform/process/program.js';
import { withoutLineEnds } from './platform/text/given-text.js';
import { SystemClock } from './platform/time/clock.js';

const USAGE = `npm run move -- --to mysql://user:password@host:3306/database, in the image: sandi move --to …

Copies the SQLite file of DATABASE_URL to an empty MySQL or MariaDB database, and checks counts, a sample and the books.
Stop the service first. Killed, it continues when you run it again. Then no service starts on the file any more.
MOVE_TO, or a file named by MOVE_TO_FILE, holds the address instead of --to, which others on the machine can see.
MOVE_CA_FILE   certificates of the authorities that may have signed the new server's
--back         lets the service start on the file again
Exits with 0 when it is done, 1 when it is not, 2 for wrong arguments.
`;

const ARGUMENTS = {
  options: {
    to: { type: 'string' },
    back: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
} as const;

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const asked = readArguments();
  const url = asked?.isBack ? undefined : asked && targetAddress(asked.to);
  if (!asked || url === '') return explainUsage(USAGE);
  const { url: from } = databaseServer(process.env);
  if (!from.startsWith('sqlite:'))
    throw new Error('DATABASE_URL is no SQLite file: set it to the file to move.');
  await (url === undefined ? back(from) : move(from, url, process.env['MOVE_CA_FILE'] || undefined));
  return 0;
}

async function move(from: string, url: string, caFile: string | undefined): Promise<void> {
  requireServer(url, caFile);
  // Imported only after the checks, since ormconfig itself reads DATABASE_URL.
  const { schema } = await import('../ormconfig.js');
  await moveDatabase({ from, to: { url, caFile }, schema, now: new SystemClock().now(), tell: print });
  print(
    `Moved to ${placeOfDatabase(url)}. Set DATABASE_URL to it, keep DATA_KEY and the other secrets, and start the service.`,
  );
}

async function back(from: string): Promise<void> {
  const target = await moveBack(from);
  print(
    target === undefined
      ? 'The file was not moved: the service starts on it.'
      : `The service starts on the file again. Empty ${target}, and start no service there: the file has nothing of what was sent there.`,
  );
}

function readArguments(): { to: string | undefined; isBack: boolean } | undefined {
  const values = argumentsOf(ARGUMENTS)?.values;
  if (!values || values.help || (values.back && values.to)) return undefined;
  return { to: values.to, isBack: values.back };
}

function targetAddress(asked: string | undefined): string {
  const { MOVE_TO: given, MOVE_TO_FILE: path } = process.env;
  return withoutLineEnds(asked || given || (path ? textOf(path) : ''));
}

/** Reads a file. Its error does not quote the path: the operator may have passed the secret itself. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The file that MOVE_TO_FILE names cannot be read (${code}).`, { cause: error });
  }
}

function requireServer(url: string, caFile: string | undefined): void {
  if (url.startsWith('sqlite:'))
    throw new Error(
      'The new address is a SQLite file: copy the file instead (docs/moving.md#to-a-new-server).',
    );
  try {
    parseDatabaseAddress(url, caFile !== undefined);
  } catch (error) {
    throw new Error(`The new address ${(error as Error).message}`, { cause: error });
  }
}

runProgram(main);
