import { print, runCommand } from '../command-line.js';
import { readOptions, USAGE } from './options.js';
import { fewerUndelivered, type Result, tableOf } from './report.js';
import { simulate } from './run.js';
import { FALLBACKS, STRATEGIES } from './strategy.js';

function run(args: readonly string[]): void {
  const { seeds, asJson, comparesFallbacks, ...scenario } = readOptions(args);
  const results: Result[] = (comparesFallbacks ? FALLBACKS : STRATEGIES).map((strategy) => ({
    strategy,
    runs: seeds.map((seed) => simulate({ ...scenario, seed }, strategy)),
  }));
  const fewer = fewerUndelivered(results);
  if (asJson) return print(JSON.stringify({ seeds, ...scenario, results, fewer }, null, 2));
  print(
    `${scenario.devices} devices, ${scenario.days} days, ${scenario.messagesPerDay} messages a day, seeds ${seeds.join(', ')}\n`,
  );
  print(tableOf(results));
  if (comparesFallbacks) return;
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  print(
    `\nFewer undelivered than round robin: ${percent(fewer.overall)}; by seed: ${fewer.perRun.map(percent).join(', ')}`,
  );
}

runCommand(USAGE, run);
