import { print, runCommand } from '../command-line.js';
import type { Engine } from './database.js';
import { readOptions, USAGE } from './options.js';
import { type Result, tableOf } from './report.js';
import { LAYOUTS, simulate } from './run.js';

const ENGINES = {
  server: 'One MariaDB or MySQL server',
  galera: 'Galera, every instance on a node of its own',
} as const satisfies Record<Engine, string>;

function run(args: readonly string[]): void {
  const { instances: numbers, asJson, ...rest } = readOptions(args);
  const engines = Object.keys(ENGINES) as Engine[];
  const results: Result[] = engines.flatMap((engine) =>
    LAYOUTS.flatMap((layout) =>
      numbers.map((instances) => {
        const scenario = { engine, layout, instances };
        return { ...scenario, figures: simulate({ ...rest, ...scenario }) };
      }),
    ),
  );
  if (asJson) return print(JSON.stringify({ ...rest, results }, null, 2));
  for (const engine of engines) {
    print(
      `${ENGINES[engine]} (seed ${rest.seed}, batches of ${rest.batchMax} at most, a hot account with ${100 * rest.hotShare} % of the clients)\n`,
    );
    print(`${tableOf(results.filter((result) => result.engine === engine))}\n`);
  }
}

runCommand(USAGE, run);
