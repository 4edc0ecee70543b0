import { valuesOf, whole } from '../command-line.js';

interface Options {
  seeds: number[];
  sendsPerDay: number;
  hasClients: boolean;
  asJson: boolean;
}

export const USAGE = `Lets an attacker pump numbers among honest people through the rules against fraud.

  --seed N      the first run's seed (1)
  --runs N      runs, with the seeds that follow (3)
  --sends N     honest sends a day (20000)
  --no-clients  sends do not name their users' clients
  --json        figures of every run as JSON
`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '3' },
  sends: { type: 'string', default: '20000' },
  'no-clients': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args, OPTIONS);
  const first = whole('seed', values.seed, 0, 2 ** 31);
  return {
    seeds: Array.from({ length: whole('runs', values.runs, 1, 100) }, (_, i) => first + i),
    sendsPerDay: whole('sends', values.sends, 1000, 1_000_000),
    hasClients: !values['no-clients'],
    asJson: values.json,
  };
}
