import { print, runCommand } from '../command-line.js';
import { HOUR_MS } from '../fleet/time.js';
import { ATTACKS, SPREAD_ATTACKS } from './assumptions.js';
import { readOptions, USAGE } from './options.js';
import { type Result, tableOf } from './report.js';
import { type Scenario, simulate } from './run.js';

const SALE_FACTOR = 3;
const SILENT_HOUR = { fromMs: 12 * HOUR_MS, toMs: 13 * HOUR_MS, share: 0.5 };

function run(args: readonly string[]): void {
  const { seeds, sendsPerDay, hasClients, asJson } = readOptions(args);
  const day = { sendsPerDay, hasClients };
  const scenarios: Record<string, Omit<Scenario, 'seed'>> = {
    ...Object.fromEntries([...ATTACKS, ...SPREAD_ATTACKS].map((attack) => [attack.name, { ...day, attack }])),
    'no attack': { ...day, attack: null },
    'sale day': { ...day, attack: null, sendsPerDay: SALE_FACTOR * sendsPerDay, usualPerDay: sendsPerDay },
    'half of an hour lost': { ...day, attack: null, silent: SILENT_HOUR },
  };
  const results = Object.entries(scenarios).map(([name, scenario]): Result => ({
    name,
    runs: seeds.map((seed) => simulate({ ...scenario, seed })),
  }));
  if (asJson) return print(JSON.stringify({ seeds, ...day, results }, null, 2));
  print(
    `${sendsPerDay} honest sends a day, clients ${hasClients ? 'known' : 'unknown'}, seeds ${seeds.join(', ')}\n`,
  );
  print(tableOf(results));
}

runCommand(USAGE, run);
