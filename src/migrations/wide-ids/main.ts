import { parseArgs } from 'node:util';
import type { QueryRunner } from 'typeorm';
import { databaseServer } from '../../config/index.js';
import { changeSchema } from '../../platform/database/index.js';
import { runProgram } from '../../platform/process/program.js';
import { changeIds, type IdChange, idChanges } from './wide-ids.js';

const USAGE = `npm run widen-ids [-- --print], in the image: sandi widen-ids [--print]

Gives all ids of DATABASE_URL 64 bits, table by table, small ones first. Writes to a table wait while it is copied.
Run it when every instance is of this release: earlier ones cannot read such ids.
--print   only prints what is left to change, for pt-online-schema-change or gh-ost
`;

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { print: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = databaseServer(process.env);
  if (options.url.startsWith('sqlite:')) {
    print('Ids have 64 bits in SQLite.');
    return 0;
  }
  await changeSchema(options, [], async (source) => {
    const runner = source.createQueryRunner();
    try {
      await (values.print ? printChanges(runner) : widen(runner));
    } finally {
      await runner.release();
    }
  });
  return 0;
}

async function printChanges(runner: QueryRunner): Promise<void> {
  for (const { table, rows, clauses } of await idChanges(runner, 'bigint'))
    print(`${table} (about ${rows} rows): ${clauses}`);
}

async function widen(runner: QueryRunner): Promise<void> {
  let startMs = performance.now();
  const tell = ({ table, rows }: IdChange) => {
    const endMs = performance.now();
    print(`${table}: about ${rows} rows in ${((endMs - startMs) / 1000).toFixed(1)} s`);
    startMs = endMs;
  };
  await changeIds(runner, 'bigint', tell);
  print('All ids have 64 bits.');
}

runProgram(main);
