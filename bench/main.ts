import { writeFileSync } from 'node:fs';
import { OptionError } from './command-line.js';
import { aimsOf } from './figures/aims.js';
import { growthOf } from './figures/growth.js';
import { Summary } from './figures/summary.js';
import * as tables from './figures/table.js';
import { compare } from './harness/compare.js';
import { type Machine, machineLine, machineWith, nodeVersion } from './harness/machine.js';
import { soak } from './harness/soak.js';
import { UntrustedError } from './harness/untrusted.js';
import { World } from './harness/world.js';
import { type Options, readOptions, USAGE } from './options.js';

/** `npm run bench`. Exits with 0 after a measurement; with 1 if it failed, or if stored rows and responses differ. */

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

async function run(options: Options): Promise<void> {
  const node = nodeVersion(options.node);
  say('starting MariaDB, the gateway and the servers');
  const world = await World.start(options);
  try {
    const machine = machineWith(await world.databaseVersion(), node);
    if (options.soakSends > 0) await runSoak(world, machine, options);
    else await runComparison(world, machine, options);
  } finally {
    await world.stop();
  }
}

async function runComparison(world: World, machine: Machine, options: Options): Promise<void> {
  const { samples, memory } = await compare(world, options, say);
  const { cells, servers, perSecond, accounts, jsonFile } = options;
  const summary = new Summary(samples);
  const aims = aimsOf(summary, memory);
  const shown = { summary, cells, servers, memory };
  const parts = [
    machineLine(machine),
    `Sends a second over ${accounts} accounts, medians of ${2 * options.rounds} slices of ${options.windowMs / 1000} s:`,
    tables.throughputTable(shown),
    tables.ratiosTable(shown),
    tables.meansTable(shown),
    tables.latencyTable(shown),
    tables.arrivalsTable(shown, perSecond),
    tables.cpuTable(shown),
    tables.memoryTable(shown),
    tables.aimsTable(aims),
  ];
  print(parts.join('\n\n'));
  write(jsonFile, { machine, options, samples, memory: Object.fromEntries(memory), aims });
}

async function runSoak(world: World, machine: Machine, { soakSends, jsonFile }: Options): Promise<void> {
  const readings = await soak(world, soakSends, say);
  const { ratio, isFlat } = growthOf(readings.map(({ mib }) => mib));
  print(
    `Memory over ${readings.at(-1)?.sends} sends: last quarter by the second ${ratio.toFixed(2)}×, ${isFlat ? 'flat' : 'NOT flat'}`,
  );
  write(jsonFile, { machine, readings, ratio, isFlat });
}

function write(file: string | undefined, figures: object): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return print(USAGE.trimEnd());
  try {
    await run(readOptions(args));
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof UntrustedError)) throw error;
    say(`${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
