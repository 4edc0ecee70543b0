import { describe, expect, it } from 'vitest';
import {
  type CodeResult,
  decideCancel,
  decideCheck,
  resendRejection,
  RESENDS_MAX,
  statusAt,
  VERIFICATION_STATUSES,
  type VerificationFacts,
} from './verification.rules.js';

const NOW = new Date('2026-01-31T06:45:00.000Z');
const LATER = new Date(NOW.getTime() + 1);
const RESULTS: CodeResult[] = ['right', 'wrong', 'expired', 'failed', 'cancelled'];
const ENDED = VERIFICATION_STATUSES.filter((status) => status !== 'pending');

const facts = (changes: Partial<VerificationFacts> = {}): VerificationFacts => ({
  status: 'pending',
  attemptsLeft: 5,
  resends: 0,
  expiresAt: LATER,
  ...changes,
});
const check = (result: CodeResult, changes: Partial<VerificationFacts> = {}) =>
  decideCheck(facts(changes), result, NOW);

describe('a check', () => {
  it.each<[CodeResult, object]>([
    ['right', { status: 'approved' }],
    ['wrong', { attemptsLeft: 4 }],
    ['expired', { status: 'expired' }],
    ['failed', { status: 'failed', attemptsLeft: 0 }],
    ['cancelled', { status: 'cancelled' }],
  ])('of one that is pending: %s', (result, change) => {
    expect(check(result)).toEqual(change);
  });

  it('that is wrong spends a try, and with the last one it fails', () => {
    const left = [5, 4, 3, 2, 1].map((attemptsLeft) => check('wrong', { attemptsLeft }));
    expect(left).toEqual([
      { attemptsLeft: 4 },
      { attemptsLeft: 3 },
      { attemptsLeft: 2 },
      { attemptsLeft: 1 },
      { status: 'failed', attemptsLeft: 0 },
    ]);
  });

  it.each(RESULTS)('compares nothing once its time is over, to the millisecond: %s', (result) => {
    expect(check(result, { expiresAt: NOW })).toEqual({ status: 'expired' });
  });

  it.each(ENDED.flatMap((status) => RESULTS.map((result) => [status, result] as const)))(
    'changes nothing of one that is %s: %s',
    (status, result) => {
      expect(check(result, { status })).toEqual({});
      expect(check(result, { status, expiresAt: NOW })).toEqual({});
    },
  );
});

it('a cancellation ends what has not ended', () => {
  const cancel = (changes: Partial<VerificationFacts>) => decideCancel(facts(changes), NOW);
  expect(cancel({})).toEqual({ status: 'cancelled' });
  expect(cancel({ expiresAt: NOW })).toEqual({ status: 'expired' });
  for (const status of ENDED) expect(cancel({ status })).toEqual({});
});

it('a new code may go five times, while it is pending and none is under way', () => {
  const resend = (changes: Partial<VerificationFacts>, isInFlight = false) =>
    resendRejection(facts(changes), isInFlight, NOW);
  for (let resends = 0; resends < RESENDS_MAX; resends++) expect(resend({ resends })).toBeUndefined();
  expect(RESENDS_MAX).toBe(5);
  expect(resend({ resends: RESENDS_MAX })).toBe('resend_limit');
  expect(resend({ resends: RESENDS_MAX, expiresAt: NOW })).toBe('verification_over');
  for (const status of ENDED) expect(resend({ status })).toBe('verification_over');
  expect(resend({}, true)).toBe('resend_in_flight');
  // The permanent reason is returned first.
  expect(resend({ resends: RESENDS_MAX }, true)).toBe('resend_limit');
  expect(resend({ expiresAt: NOW }, true)).toBe('verification_over');
});

it('is expired as soon as its time is over, before anybody notices', () => {
  expect(statusAt(facts(), NOW)).toBe('pending');
  expect(statusAt(facts({ expiresAt: NOW }), NOW)).toBe('expired');
  for (const status of ENDED) expect(statusAt(facts({ status, expiresAt: NOW }), NOW)).toBe(status);
});
