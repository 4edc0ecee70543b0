import { addSeconds, DAY_SECONDS, HOUR_SECONDS } from '../platform/time/clock.js';

/** `shadow`: only tells what it would block. */
export const FRAUD_MODES = ['shadow', 'enforce'] as const;
export type FraudMode = (typeof FRAUD_MODES)[number];

export const FRAUD_RULES = [
  'low_conversion',
  'sequential_numbers',
  'many_phones_per_device',
  'many_phones_per_address',
  'sudden_volume',
] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];

/** `reasons` of `verification_blocked`. A sudden volume blocks nothing. */
export const BLOCK_REASONS = [
  ...FRAUD_RULES.filter((rule) => rule !== 'sudden_volume'),
  'block_list',
] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** What the sends that are counted together have in common. `hundred`: the phone without its last two digits. */
export const FRAUD_GROUPS = [
  'prefix',
  'hundred',
  'device',
  'address',
  'agent',
  'network',
  'account',
] as const;
export type FraudGroup = (typeof FRAUD_GROUPS)[number];

/** What a block is about. Sequential numbers block their prefix. */
export const BLOCK_SUBJECTS = FRAUD_GROUPS.filter((group) => group !== 'hundred');
export type BlockSubject = (typeof BLOCK_SUBJECTS)[number];

export const FRAUD_LIMITS = {
  window_minutes: { min: 10, max: 60, usual: 60 },
  prefix_sends_max: { min: 5, max: 10_000, usual: 20 },
  conversion_percent_min: { min: 1, max: 50, usual: 20 },
  sequential_phones_max: { min: 3, max: 100, usual: 6 },
  device_phones_max: { min: 2, max: 1000, usual: 5 },
  address_phones_max: { min: 5, max: 1000, usual: 30 },
  volume_factor: { min: 2, max: 100, usual: 5 },
} as const;
export type FraudLimit = keyof typeof FRAUD_LIMITS;
export type FraudLimits = Record<FraudLimit, number>;
export const FRAUD_LIMIT_NAMES = Object.keys(FRAUD_LIMITS) as FraudLimit[];

export const USUAL_LIMITS = Object.fromEntries(
  FRAUD_LIMIT_NAMES.map((name) => [name, FRAUD_LIMITS[name].usual]),
) as FraudLimits;

/** A younger send may still convert. */
export const CONVERSION_SECONDS = 120;
/** One user who asks for many codes is no attack on a prefix. */
const PREFIX_PHONES_MIN = 4;
/** A network has many addresses. */
const NETWORK_FACTOR = 5;
/** Many users share the address of their mobile operator. Without conversions only far more phones than usual count. */
const UNKNOWN_CONVERSION_FACTOR = 5;
/** Divides the limits after a block, and of an account whose volume is sudden. */
const TIGHTENED_DIVISOR = 2;

/** A live message. */
export interface ObservedSend {
  /** Fingerprint. */
  phone: string;
  at: Date;
  isFailed: boolean;
  isConverted: boolean;
}

export interface FraudFacts {
  limits: FraudLimits;
  /** See {@link reportsConversions}. */
  reportsConversions: boolean;
  /** The rule `sudden_volume` holds, or a block of the group ended within a day. */
  isTightened: boolean;
}

/** What a rule saw. Phones that only got failed or very new messages are not judged: they could not convert. */
export interface FraudCounts {
  sends: number;
  phones: number;
  judgedPhones: number;
  convertedPhones: number;
}

export type FraudDecision =
  | { kind: 'found'; rule: FraudRule; counts: FraudCounts }
  /** Too many, if those of the last minutes do not convert. */
  | { kind: 'wait' }
  | { kind: 'clear' };

export function fraudCountsOf(sends: readonly ObservedSend[], now: Date): FraudCounts {
  const judgeableBefore = addSeconds(now, -CONVERSION_SECONDS);
  const judged = new Map<string, boolean>();
  for (const { phone, at, isFailed, isConverted } of sends)
    if (isConverted || (!isFailed && at <= judgeableBefore))
      judged.set(phone, isConverted || judged.get(phone) === true);
  return {
    sends: sends.length,
    phones: new Set(sends.map(({ phone }) => phone)).size,
    judgedPhones: judged.size,
    convertedPhones: [...judged.values()].filter(Boolean).length,
  };
}

interface GroupRule {
  rule: FraudRule;
  /** Of phones; of sends for the prefix. */
  max: (limits: FraudLimits) => number;
  /** Multiplies `max` while conversions are not known; null: the rule rests. */
  unknownFactor: number | null;
}

const BY_ADDRESS: GroupRule = {
  rule: 'many_phones_per_address',
  max: (limits) => limits.address_phones_max,
  unknownFactor: UNKNOWN_CONVERSION_FACTOR,
};

const GROUP_RULES: Readonly<Record<Exclude<FraudGroup, 'account'>, GroupRule>> = {
  prefix: { rule: 'low_conversion', max: (limits) => limits.prefix_sends_max, unknownFactor: null },
  hundred: { rule: 'sequential_numbers', max: (limits) => limits.sequential_phones_max, unknownFactor: 1 },
  device: { rule: 'many_phones_per_device', max: (limits) => limits.device_phones_max, unknownFactor: 1 },
  address: BY_ADDRESS,
  agent: BY_ADDRESS,
  network: { ...BY_ADDRESS, max: (limits) => limits.address_phones_max * NETWORK_FACTOR },
};

/** How many of a group are too many, if they do not convert; `undefined`: the rule rests. */
export function groupMax(
  group: Exclude<FraudGroup, 'account'>,
  { limits, reportsConversions, isTightened }: FraudFacts,
): number | undefined {
  const { max, unknownFactor } = GROUP_RULES[group];
  const factor = reportsConversions ? 1 : unknownFactor;
  if (factor === null) return undefined;
  return Math.ceil((max(limits) * factor) / (isTightened ? TIGHTENED_DIVISOR : 1));
}

export function decideGroup(
  group: Exclude<FraudGroup, 'account'>,
  sends: readonly ObservedSend[],
  facts: FraudFacts,
  now: Date,
): FraudDecision {
  const max = groupMax(group, facts);
  const counts = fraudCountsOf(sends, now);
  const isPrefix = group === 'prefix';
  if (max === undefined || (isPrefix ? counts.sends : counts.phones) < max) return CLEAR;
  const { rule } = GROUP_RULES[group];
  if (!facts.reportsConversions) return { kind: 'found', rule, counts };
  const isConverting =
    counts.convertedPhones * 100 >= counts.judgedPhones * facts.limits.conversion_percent_min;
  const needed = isPrefix ? Math.min(PREFIX_PHONES_MIN, max) : max;
  if (counts.judgedPhones >= needed && !isConverting) return { kind: 'found', rule, counts };
  return counts.judgedPhones < counts.phones ? { kind: 'wait' } : CLEAR;
}

const CLEAR: FraudDecision = { kind: 'clear' };

/** A local day of the account before today. */
export interface FraudDay {
  /** Live messages that did not fail. */
  sends: number;
  converted: number;
}

/** Fewer tell nothing about a day. */
const DAY_SENDS_MIN = 10;

/**
 * Whether the account reports what converts, so that a low conversion means something: on the median day of its last week
 * at least twice the limit converted. One day under attack does not change the median.
 */
export function reportsConversions(
  days: readonly FraudDay[],
  { conversion_percent_min }: FraudLimits,
): boolean {
  const shares = days
    .filter(({ sends }) => sends >= DAY_SENDS_MIN)
    .map(({ sends, converted }) => (converted * 100) / sends)
    .sort((one, other) => one - other);
  const median = shares[Math.floor(shares.length / 2)];
  return median !== undefined && median >= 2 * conversion_percent_min;
}

const VOLUME_DAYS_MIN = 3;
export const VOLUME_SENDS_MIN = 100;
/** A usual day's sends fall into so many hours. */
const BUSY_HOURS = 8;

/** How many sends in an hour are sudden for the account; `undefined`: its week tells nothing yet. */
export function suddenVolume(days: readonly FraudDay[], { volume_factor }: FraudLimits): number | undefined {
  const sends = days.map((day) => day.sends).filter((count) => count > 0);
  if (sends.length < VOLUME_DAYS_MIN) return undefined;
  return Math.max(VOLUME_SENDS_MIN, Math.ceil((Math.max(...sends) / BUSY_HOURS) * volume_factor));
}

/** A block of the same group before. */
export interface EarlierBlock {
  level: number;
  endsAt: Date;
  liftedAt: Date | null;
}

/** Rises with each block that begins within a day after the one before, unless that one was lifted. */
export function blockLevel(earlier: EarlierBlock | null, now: Date): number {
  const isRecent =
    earlier !== null && earlier.liftedAt === null && addSeconds(earlier.endsAt, DAY_SECONDS) > now;
  return isRecent ? earlier.level + 1 : 0;
}

/** An hour, doubled at each level, a day at most. */
export const blockSeconds = (level: number): number => Math.min(HOUR_SECONDS * 2 ** level, DAY_SECONDS);
