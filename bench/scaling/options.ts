import { valuesOf, whole } from '../command-line.js';
import type { Scenario } from './run.js';

/** The scenarios to simulate: each number of instances with every engine and layout. */
export interface Options extends Pick<Scenario, 'seed' | 'seconds' | 'hotShare' | 'batchMax'> {
  instances: number[];
  asJson: boolean;
}

export const USAGE = `How throughput and conflicts move with the number of instances on one database.

  --seed N         of the draws (1)
  --seconds N      simulated seconds of each run, after a warm-up (2)
  --instances N,…  numbers of instances (1,2,4,8,16)
  --hot-share N    clients that send for the hot account, in percent (50)
  --batch-max N    sends in one transaction, as SEND_BATCH_MAX (128)
  --json           figures of every run as JSON
`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '2' },
  instances: { type: 'string', default: '1,2,4,8,16' },
  'hot-share': { type: 'string', default: '50' },
  'batch-max': { type: 'string', default: '128' },
  json: { type: 'boolean', default: false },
} as const;

export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args, OPTIONS);
  return {
    seed: whole('seed', values.seed, 0, 2 ** 31),
    seconds: whole('seconds', values.seconds, 1, 600),
    instances: values.instances.split(',').map((text) => whole('instances', text, 1, 64)),
    hotShare: whole('hot-share', values['hot-share'], 1, 100) / 100,
    batchMax: whole('batch-max', values['batch-max'], 1, 1000),
    asJson: values.json,
  };
}
