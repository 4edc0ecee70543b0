import { MINUTE_MS, SECOND_MS } from '../fleet/time.js';

/** Assumptions about people and attackers. docs/fraud.md has the results. */
export const ASSUMPTIONS = {
  honest: {
    /** The share of delivered codes that are entered. */
    convertedShare: 0.8,
    convertDelayMs: { median: 25 * SECOND_MS, spread: 0.8 },
    /** The share of sends that are reported as failed, and after what time. */
    failedShare: 0.04,
    failDelayMs: { median: 3 * SECOND_MS, spread: 0.7 },
    /** The share of people who did not enter the code and request a new one. */
    repeatShare: 0.5,
    repeatDelayMs: { median: 70 * SECOND_MS, spread: 0.4 },
    /** Blocks of ten thousand numbers. Half of the people have a number in the first tenth of these blocks. */
    prefixes: 20_000,
    homeShare: 0.5,
    homePrefixes: 2000,
    /** The share of people behind a shared address of their mobile operator. The others have their own address. */
    sharedAddressShare: 0.6,
    sharedAddresses: 400,
    /** Shared addresses in one /24. */
    addressesPerNetwork: 16,
    agents: 200,
    /** Devices on which several people log in, as in a shop, and the share of sends from such devices. */
    shopDevices: 20,
    shopShare: 0.002,
  },
  attack: {
    /** The share of codes that an attacker enters. */
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
  /** The number of blocks of ten thousand numbers from which the phones come. */
  prefixes: number;
  /** One number after another instead of random ones. */
  isSequential: boolean;
  /** The number of devices; null: another device for each send. */
  devices: number | null;
  /** The number of addresses; null: the attacker uses proxies. */
  addresses: number | null;
}

export const ATTACKS: readonly Attack[] = [
  { name: '10 prefixes, proxies', prefixes: 10, isSequential: false, devices: null, addresses: null },
  { name: 'sequential, proxies', prefixes: 10, isSequential: true, devices: null, addresses: null },
  { name: '30 prefixes, proxies', prefixes: 30, isSequential: false, devices: null, addresses: null },
  { name: 'any number, 30 devices', prefixes: 20_000, isSequential: false, devices: 30, addresses: null },
  { name: 'any number, 5 addresses', prefixes: 20_000, isSequential: false, devices: null, addresses: 5 },
];
/** Attacks that spread over so many groups that the rules find them late or never. */
export const SPREAD_ATTACKS: readonly Attack[] = [
  { name: '100 prefixes, proxies', prefixes: 100, isSequential: false, devices: null, addresses: null },
  { name: 'any number, proxies', prefixes: 20_000, isSequential: false, devices: null, addresses: null },
];
