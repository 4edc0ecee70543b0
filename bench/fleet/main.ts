import { print, runCommand } from '../command-line.js';
import { readOptions, USAGE } from './options.js';
import { fewerUndelivered, type Result, tableOf } from './report.js';
import { simulate } from './run.js';
import { STRATEGIES } from './strategy.js';

function run(args: readonly string[]): void {
  const { seeds, asJson, ...scenario } = readOptions(args);
  const results: Result[] = STRATEGIES.map((strategy) => ({
    strategy,
    runs: seeds.map((seed) => simulate({ ...scenario, seed }, strategy)),
  }));
  const fewer = fewerUndelivered(results);
  if (asJson) {
    const { days, devices, messagesPerDay } = scenario;
    return print(JSON.stringify({ seeds, days, devices, messagesPerDay, results, fewer }, null, 2));
  }
  print(
    `${scenario.devices} devices, ${scenario.days} days, ${scenario.messagesPerDay} messages a day, seeds ${seeds.join(', ')}\n`,
  );
  print(tableOf(results));
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  print(
    `\nFewer undelivered than round robin: ${percent(fewer.overall)}; by seed: ${fewer.perRun.map(percent).join(', ')}`,
  );
}

runCommand(USAGE, run);
