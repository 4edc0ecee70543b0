import { MINUTE_MS, SECOND_MS } from '../fleet/time.js';

/** What is assumed of people and attackers; docs/fraud.md says what follows from it. */
export const ASSUMPTIONS = {
  honest: {
    /** Codes that are entered, of those that arrive. */
    convertedShare: 0.8,
    convertsMs: { median: 25 * SECOND_MS, spread: 0.8 },
    /** Sends that are reported as failed, and when. */
    failedShare: 0.04,
    failsMs: { median: 3 * SECOND_MS, spread: 0.7 },
    /** Who did not enter the code asks again. */
    repeatShare: 0.5,
    repeatsMs: { median: 70 * SECOND_MS, spread: 0.4 },
    /** Blocks of ten thousand numbers. Half of the people have a number of the first tenth. */
    prefixes: 20_000,
    homeShare: 0.5,
    homePrefixes: 2000,
    /** People behind one of the shared addresses of their mobile operator; the others have their own. */
    sharedAddressShare: 0.6,
    sharedAddresses: 400,
    /** In one /24. */
    addressesPerNetwork: 16,
    agents: 200,
    /** A device that several people log in on, as in a shop: so many of them, and the share of sends from one. */
    shopDevices: 20,
    shopShare: 0.002,
  },
  attack: {
    /** Codes that an attacker enters. */
    convertedShare: 0,
    failedShare: 0.02,
    perMinute: 60,
    startMs: 10 * 60 * MINUTE_MS,
    lastsMs: 6 * 60 * MINUTE_MS,
    /** Addresses of a proxy service. */
    proxies: 20_000,
  },
} as const;

/** How an attacker chooses phones and clients. */
export interface Attack {
  name: string;
  /** Blocks of ten thousand numbers that the phones are of. */
  prefixes: number;
  /** One number after another instead of random ones. */
  isSequential: boolean;
  /** Null: another one for each send. */
  devices: number | null;
  /** Null: through proxies. */
  addresses: number | null;
}

export const ATTACKS: readonly Attack[] = [
  { name: '10 prefixes, proxies', prefixes: 10, isSequential: false, devices: null, addresses: null },
  { name: 'sequential, proxies', prefixes: 10, isSequential: true, devices: null, addresses: null },
  { name: '30 prefixes, proxies', prefixes: 30, isSequential: false, devices: null, addresses: null },
  { name: 'any number, 30 devices', prefixes: 20_000, isSequential: false, devices: 30, addresses: null },
  { name: 'any number, 5 addresses', prefixes: 20_000, isSequential: false, devices: null, addresses: 5 },
];
/** Their groups are small: the rules see them late or never. */
export const SPREAD_ATTACKS: readonly Attack[] = [
  { name: '100 prefixes, proxies', prefixes: 100, isSequential: false, devices: null, addresses: null },
  { name: 'any number, proxies', prefixes: 20_000, isSequential: false, devices: null, addresses: null },
];
