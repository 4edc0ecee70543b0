import { describe, expect, it } from 'vitest';
import type { NewChatQuota } from '../driver.js';
import {
  cappedUntil,
  currentQuota,
  isSameQuota,
  usedShare,
  warningEffect,
  withEnd,
} from './new-chats.rules.js';

const NOW = new Date('2026-12-01T00:00:00.000Z');
const LATER = '2026-12-31T16:59:59.000Z';
const EARLIER = '2026-11-30T16:59:59.000Z';
const quota = (rest: Partial<NewChatQuota>): NewChatQuota => ({
  status: 'none',
  used: 640,
  total: 1000,
  endsAt: LATER,
  ...rest,
});

describe('a quota of new chats', () => {
  it.each([
    [quota({ status: 'capped' }), new Date(LATER)],
    [quota({ status: 'capped', endsAt: EARLIER }), null],
    [quota({ status: 'second_warning' }), null],
    [null, null],
  ])('%# keeps new recipients away only while it is used up, and its cycle lasts', (one, end) => {
    expect(cappedUntil(one, NOW)).toEqual(end);
  });

  it('lowers the share of new recipients by each warning, until the cycle ends', () => {
    expect(
      (['none', 'first_warning', 'second_warning'] as const).map((status) =>
        warningEffect(quota({ status }), NOW),
      ),
    ).toEqual([1, 0.84, 0.5]);
    expect(warningEffect(quota({ status: 'second_warning', endsAt: EARLIER }), NOW)).toBe(1);
    expect(warningEffect(quota({ status: 'second_warning', endsAt: null }), NOW)).toBe(0.5);
    expect(warningEffect(null, NOW)).toBe(1);
  });

  it('is over with its cycle', () => {
    expect(currentQuota(quota({ endsAt: EARLIER }), NOW)).toBeNull();
    expect(currentQuota(quota({ endsAt: null }), NOW)).toEqual(quota({ endsAt: null }));
  });

  it('that is used up without an end lasts for the default duration from the first report', () => {
    const open = quota({ status: 'capped', endsAt: null });
    const first = withEnd(open, null, NOW, 3600);
    expect(first.endsAt).toBe('2026-12-01T01:00:00.000Z');
    const soon = new Date(NOW.getTime() + 60_000);
    expect(withEnd(open, first, soon, 3600)).toEqual(first);
    const after = new Date(NOW.getTime() + 3_600_000);
    expect(withEnd(open, first, after, 3600).endsAt).toBe('2026-12-01T02:00:00.000Z');
    expect(withEnd(quota({ endsAt: null }), first, NOW, 3600).endsAt).toBeNull();
  });

  it('has a share only where both numbers are known', () => {
    expect(usedShare(quota({}))).toBe(0.64);
    for (const rest of [{ used: null }, { total: null }, { total: 0 }])
      expect(usedShare(quota(rest))).toBeNull();
  });

  it('is the same only in all its members', () => {
    expect(isSameQuota(quota({}), quota({}))).toBe(true);
    expect(isSameQuota(null, null)).toBe(true);
    for (const rest of [{ status: 'capped' }, { used: 1 }, { total: 1 }, { endsAt: null }] as const)
      expect(isSameQuota(quota({}), quota(rest))).toBe(false);
    expect(isSameQuota(null, quota({}))).toBe(false);
  });
});
