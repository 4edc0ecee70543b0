import { describe, expect, it } from 'vitest';
import { FAILURE_REASONS, type FailureReason } from '../platform/text/failure-reason.js';
import type { DeviceFault } from './driver.js';
import { KNOWN_WORDS, reasonGiven, reasonInWords, sendOutcomeOf } from './failure-reasons.js';

describe('why a driver could not send', () => {
  const refused = { kind: 'refused', reason: 'kata gateway', retryElsewhere: true } as const;
  const FAULTS: Record<DeviceFault, FailureReason> = {
    busy: 'device_unavailable',
    unreachable: 'device_unavailable',
    disconnected: 'device_unavailable',
    restricted: 'device_restricted',
    unusable: 'device_unavailable',
  };

  it.each(Object.entries(FAULTS))('follows from the fault %s: %s', (fault, failureReason) => {
    expect(sendOutcomeOf({ ...refused, fault: fault as DeviceFault })).toEqual({ ...refused, failureReason });
  });

  it('comes from the driver first, and is a fault of the gateway without more', () => {
    const told = { ...refused, fault: 'busy', failureReason: 'recipient_limit' } as const;
    expect(sendOutcomeOf(told)).toEqual({ ...refused, failureReason: 'recipient_limit' });
    const unknown = { kind: 'unknown', reason: 'kata gateway', id: 'x' } as const;
    expect(sendOutcomeOf(unknown)).toEqual({ ...unknown, failureReason: 'gateway_fault' });
  });

  it('is not asked of a message that was taken', () => {
    expect(sendOutcomeOf({ kind: 'accepted', id: 'x' })).toEqual({ kind: 'accepted', id: 'x' });
  });
});

describe('words of a gateway', () => {
  const PHRASES = KNOWN_WORDS.flatMap(([reason, phrases]) => phrases.map((phrase) => ({ phrase, reason })));

  it.each(PHRASES)('with "$phrase" in them say $reason', ({ phrase, reason }) => {
    expect(reasonInWords(`Error: ${phrase.toUpperCase()}.`)).toBe(reason);
  });

  it('that nobody told us of say nothing', () => expect(reasonInWords('pesan ditolak')).toBeUndefined());

  it.each(FAILURE_REASONS)('count less than the reason %s beside them', (reason) => {
    expect(reasonGiven(reason, 'timeout')).toBe(reason);
  });

  it.each([undefined, null, '', 'no_such_reason', 7, ['expired']])(
    'count where the reason is %j',
    (reason) => {
      expect(reasonGiven(reason, 'timeout')).toBe('gateway_timeout');
    },
  );
});
