import { ASSUMPTIONS as FLEET } from '../fleet/assumptions.js';
import { Draws } from '../fleet/draws.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../fleet/time.js';
import { ASSUMPTIONS, type Attack } from './assumptions.js';
import { groupsOfPhone, type SimulatedSend } from './send.js';

const { honest, attack: pumping } = ASSUMPTIONS;
const { hourlyWeights } = FLEET.people;
const BUSIEST = Math.max(...hourlyWeights);
const MEAN = hourlyWeights.reduce((sum, weight) => sum + weight, 0) / hourlyWeights.length;

/** The honest traffic of a day. */
export interface Day {
  sendsPerDay: number;
  /** A device that lost its connection: during this time a share of the codes is lost without a report. */
  silent?: { fromMs: number; toMs: number; share: number };
  /** Whether apps send `client` with their sends. */
  hasClients: boolean;
}

/** The sends of a day, in order of time. */
export function honestSends(seed: number, { sendsPerDay, silent, hasClients }: Day): SimulatedSend[] {
  const draws = new Draws(seed, 'honest');
  const sends: SimulatedSend[] = [];
  // Drawn at the rate of the busiest hour; other hours then lose their share.
  const gapAtPeakMs = DAY_MS / ((sendsPerDay * BUSIEST) / MEAN);
  for (let atMs = draws.wait(gapAtPeakMs); atMs < DAY_MS; atMs += draws.wait(gapAtPeakMs)) {
    if (!draws.chance((hourlyWeights[Math.floor(atMs / HOUR_MS)] ?? 0) / BUSIEST)) continue;
    const groups = {
      ...groupsOfPhone(honestPrefix(draws), digits(draws.index(10_000))),
      ...(hasClients && honestClient(draws, sends.length)),
    };
    const phone = `${groups.hundred}${String(draws.index(100)).padStart(2, '0')}`;
    const isLost = silent && atMs >= silent.fromMs && atMs < silent.toMs && draws.chance(silent.share);
    for (let requestedAtMs = atMs; ;) {
      const isFailed = draws.chance(honest.failedShare);
      const isConverted = !isFailed && !isLost && draws.chance(honest.convertedShare);
      sends.push({
        ...{ atMs: requestedAtMs, at: new Date(requestedAtMs), phone, groups, isPumped: false },
        failsAtMs: isFailed ? requestedAtMs + around(draws, honest.failDelayMs) : Infinity,
        convertsAtMs: isConverted ? requestedAtMs + around(draws, honest.convertDelayMs) : Infinity,
      });
      if (isConverted || !draws.chance(honest.repeatShare)) break;
      requestedAtMs += around(draws, honest.repeatDelayMs);
    }
  }
  return sends.sort((one, other) => one.atMs - other.atMs);
}

export function pumpedSends(seed: number, attack: Attack, { hasClients }: Day): SimulatedSend[] {
  const draws = new Draws(seed, `attack ${attack.name}`);
  const prefixes = Array.from({ length: attack.prefixes }, () => prefixOf(draws.index(honest.prefixes)));
  const startMs = pumping.startMs + draws.between(0, HOUR_MS);
  const sends: SimulatedSend[] = [];
  for (
    let atMs = startMs;
    atMs < startMs + pumping.lastsMs;
    atMs += draws.wait(MINUTE_MS / pumping.perMinute)
  ) {
    const nth = sends.length;
    const prefix = prefixes[nth % prefixes.length] as string;
    const lastFour = digits(
      attack.isSequential ? Math.floor(nth / prefixes.length) % 10_000 : draws.index(10_000),
    );
    const isFailed = draws.chance(pumping.failedShare);
    sends.push({
      ...{ atMs, at: new Date(atMs) },
      phone: prefix + lastFour,
      groups: { ...groupsOfPhone(prefix, lastFour), ...(hasClients && attackersClient(draws, attack, nth)) },
      isPumped: true,
      failsAtMs: isFailed ? atMs + around(draws, honest.failDelayMs) : Infinity,
      convertsAtMs: draws.chance(pumping.convertedShare)
        ? atMs + around(draws, honest.convertDelayMs)
        : Infinity,
    });
  }
  return sends;
}

const prefixOf = (index: number) => `628${String(index).padStart(5, '0')}`;
const digits = (number: number) => String(number).padStart(4, '0');
const around = (draws: Draws, { median, spread }: { median: number; spread: number }) =>
  draws.around(median, spread);

function honestPrefix(draws: Draws): string {
  const prefixCount = draws.chance(honest.homeShare) ? honest.homePrefixes : honest.prefixes;
  return prefixOf(draws.index(prefixCount));
}

function honestClient(draws: Draws, nth: number) {
  const isShared = draws.chance(honest.sharedAddressShare);
  const address = isShared ? draws.index(honest.sharedAddresses) : honest.sharedAddresses + nth;
  const network = `network ${Math.floor(address / honest.addressesPerNetwork)}`;
  const device = draws.chance(honest.shopShare) ? `shop ${draws.index(honest.shopDevices)}` : `own ${nth}`;
  return {
    device,
    address: `address ${address}`,
    network,
    agent: `${network} ${draws.index(honest.agents)}`,
  };
}

function attackersClient(draws: Draws, { devices, addresses }: Attack, nth: number) {
  const address = addresses === null ? draws.index(pumping.proxies) : nth % addresses;
  const network = `proxy network ${Math.floor(address / honest.addressesPerNetwork)}`;
  return {
    device: `attacker ${devices === null ? nth : nth % devices}`,
    address: `proxy ${address}`,
    ...{ network, agent: `${network} ${draws.index(honest.agents)}` },
  };
}
