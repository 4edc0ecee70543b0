import { writeFileSync } from 'node:fs';
import { aimsOf } from './figures/aims.js';
import { growthOf } from './figures/growth.js';
import { Summary } from './figures/summary.js';
import * as tables from './figures/table.js';
import { compare } from './harness/compare.js';
import { machineLine, machineWith } from './harness/machine.js';
import { soak } from './harness/soak.js';
import { UntrustedError } from './harness/untrusted.js';
import { World } from './harness/world.js';
import { OptionError, readOptions, USAGE, type Options } from './options.js';

/** `npm run bench`: exit 0 when it was measured, 1 when books or counts did not agree or it could not be measured. */

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

async function run(options: Options): Promise<void> {
  say('starting MariaDB, the gateway and the servers');
  const world = await World.start(options);
  try {
    if (!(error instanceof OptionError || error instanceof UntrustedError)) throw error;
    say(`${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
