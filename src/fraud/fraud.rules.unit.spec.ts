import { describe, expect, it } from 'vitest';
import { addSeconds } from '../platform/time/clock.js';
import {
  blockLevel,
  blockSeconds,
  CONVERSION_SECONDS,
  decideGroup,
  fraudCountsOf,
  type FraudFacts,
  type ObservedSend,
  reportsConversions,
  suddenVolume,
  USUAL_LIMITS,
} from './fraud.rules.js';

const NOW = new Date('2026-01-31T06:45:00Z');
const FACTS: FraudFacts = { limits: USUAL_LIMITS, reportsConversions: true, isTightened: false };

/** Sends to `count` phones; the first `converted` report a conversion. */
const sendsOf = (count: number, converted = 0, extra: Partial<ObservedSend> = {}): ObservedSend[] =>
  Array.from({ length: count }, (_, nth) => ({
    phone: `phone ${nth}`,
    at: addSeconds(NOW, -CONVERSION_SECONDS - 1),
    isFailed: false,
    isConverted: nth < converted,
    ...extra,
  }));
const young = { at: addSeconds(NOW, -CONVERSION_SECONDS + 1) };
const kindOf = (
  group: Parameters<typeof decideGroup>[0],
  sends: ObservedSend[],
  facts: Partial<FraudFacts> = {},
) => {
  const decision = decideGroup(group, sends, { ...FACTS, ...facts }, NOW);
  return decision.kind === 'found' ? decision.rule : decision.kind;
};

describe('sends to one prefix', () => {
  it.each([
    ['one too few', sendsOf(19), 'clear'],
    ['enough that do not convert', sendsOf(20), 'low_conversion'],
    ['just below the share', sendsOf(26, 5), 'low_conversion'],
    ['at the share', sendsOf(25, 5), 'clear'],
    ['too young to be judged', sendsOf(20, 0, young), 'wait'],
    ['failed ones, which could not convert', sendsOf(20, 0, { isFailed: true }), 'wait'],
    ['one user who asks again and again', sendsOf(40).map((send) => ({ ...send, phone: 'one' })), 'clear'],
  ])('%s: %#', (_, sends, expected) => {
    expect(kindOf('prefix', sends)).toBe(expected);
  });

  it('are never blocked where the account reports no conversions', () => {
    expect(kindOf('prefix', sendsOf(2000), { reportsConversions: false })).toBe('clear');
  });

  it('are blocked at half as many while the volume is sudden', () => {
    expect(kindOf('prefix', sendsOf(9), { isTightened: true })).toBe('clear');
    expect(kindOf('prefix', sendsOf(10), { isTightened: true })).toBe('low_conversion');
  });
});

describe('phones of one group', () => {
  it.each([
    ['hundred', 6, 'sequential_numbers'],
    ['device', 5, 'many_phones_per_device'],
    ['address', 30, 'many_phones_per_address'],
    ['agent', 30, 'many_phones_per_address'],
    ['network', 150, 'many_phones_per_address'],
  ] as const)('%s: %i that do not convert', (group, max, rule) => {
    expect(kindOf(group, sendsOf(max - 1))).toBe('clear');
    expect(kindOf(group, sendsOf(max))).toBe(rule);
    expect(kindOf(group, sendsOf(max, max / 2))).toBe('clear');
    expect(kindOf(group, sendsOf(max, 0, young))).toBe('wait');
  });

  it('count at once where conversions are not known, addresses from five times as many on', () => {
    const facts = { reportsConversions: false };
    expect(kindOf('device', sendsOf(5, 0, young), facts)).toBe('many_phones_per_device');
    expect(kindOf('hundred', sendsOf(6, 0, young), facts)).toBe('sequential_numbers');
    expect(kindOf('address', sendsOf(149, 0, young), facts)).toBe('clear');
    expect(kindOf('address', sendsOf(150, 0, young), facts)).toBe('many_phones_per_address');
  });
});

it('judges a phone by all its sends: one conversion is enough, and a young or failed send is none', () => {
  const sends = [
    ...sendsOf(1),
    ...sendsOf(1, 1, young),
    { ...sendsOf(1, 0, young)[0]!, phone: 'young' },
    { ...sendsOf(1, 0, { isFailed: true })[0]!, phone: 'failed' },
  ];
  expect(fraudCountsOf(sends, NOW)).toEqual({ sends: 4, phones: 3, judgedPhones: 1, convertedPhones: 1 });
});

describe('what an account reports', () => {
  const day = (sends: number, converted: number) => ({ sends, converted });

  it('is known by its median day, which one day of an attack does not change', () => {
    expect(reportsConversions([], USUAL_LIMITS)).toBe(false);
    expect(reportsConversions([day(100, 0), day(500, 0)], USUAL_LIMITS)).toBe(false);
    expect(reportsConversions([day(9, 9)], USUAL_LIMITS)).toBe(false);
    expect(reportsConversions([day(10, 4)], USUAL_LIMITS)).toBe(true);
    expect(reportsConversions([day(100, 39)], USUAL_LIMITS)).toBe(false);
    expect(reportsConversions([day(100, 70), day(90, 60), day(90_000, 80)], USUAL_LIMITS)).toBe(true);
  });

  it('makes a volume sudden beside its busiest day, from a hundred an hour on', () => {
    expect(suddenVolume([day(800, 0), day(0, 0), day(400, 0)], USUAL_LIMITS)).toBeUndefined();
    expect(suddenVolume([day(800, 0), day(200, 0), day(400, 0)], USUAL_LIMITS)).toBe(500);
    expect(suddenVolume([day(8, 0), day(2, 0), day(4, 0)], USUAL_LIMITS)).toBe(100);
  });
});

it('blocks for an hour, doubled up to a day while it returns within a day, and starts again at an hour after it was lifted', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map((level) => blockSeconds(level) / 3600)).toEqual([1, 2, 4, 8, 16, 24, 24]);
  const earlier = { level: 2, endsAt: addSeconds(NOW, -86_399), liftedAt: null };
  expect(blockLevel(null, NOW)).toBe(0);
  expect(blockLevel(earlier, NOW)).toBe(3);
  expect(blockLevel({ ...earlier, endsAt: addSeconds(NOW, -86_400) }, NOW)).toBe(0);
  expect(blockLevel({ ...earlier, liftedAt: NOW }, NOW)).toBe(0);
});
