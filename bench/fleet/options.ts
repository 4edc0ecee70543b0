import { valuesOf, whole } from '../command-line.js';
import type { Scenario } from './run.js';

/** The scenario to simulate, once with each of the seeds. */
export interface Options extends Omit<Scenario, 'seed'> {
  seeds: number[];
  asJson: boolean;
  comparesFallbacks: boolean;
}

export const USAGE = `Compares ways to choose the device of a send on a simulated fleet, or what a second channel changes.

  --seed N       the first run's seed (1)
  --runs N       runs, with the seeds that follow (5)
  --days N       simulated days of each (7)
  --devices N    personal WhatsApp devices (50)
  --messages N   messages a day, of all devices together (150 for each device)
  --fallback     compares sends with and without a second channel
  --no-whatsapp N  percent of the people without WhatsApp (0)
  --json         figures of every run as JSON
`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '5' },
  days: { type: 'string', default: '7' },
  devices: { type: 'string', default: '50' },
  messages: { type: 'string' },
  'no-whatsapp': { type: 'string', default: '0' },
  fallback: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args, OPTIONS);
  const devices = whole('devices', values.devices, 1, 1000);
  const messages = values.messages ?? String(150 * devices);
  const first = whole('seed', values.seed, 0, 2 ** 31);
  return {
    seeds: Array.from({ length: whole('runs', values.runs, 1, 100) }, (_, i) => first + i),
    days: whole('days', values.days, 1, 90),
    devices,
    messagesPerDay: whole('messages', messages, 1, 1_000_000),
    withoutWhatsappShare: whole('no-whatsapp', values['no-whatsapp'], 0, 100) / 100,
    comparesFallbacks: values.fallback,
    asJson: values.json,
  };
}
