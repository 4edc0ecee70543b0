import { describe, expect, it } from 'vitest';
import { FAILURE_REASONS } from '../../platform/text/failure-reason.js';
import type { DriverOutcome } from '../driver.js';
import { NOT_ON_WHATSAPP, refusedHere, refusedRequest } from '../drivers/responses.js';
import { effectOnDevice } from './send-failures.rules.js';

const refused = (rest: object): DriverOutcome => ({
  kind: 'refused',
  reason: 'no',
  retryElsewhere: true,
  ...rest,
});

describe('what a send says of its device', () => {
  it('is good once the message was accepted', () => {
    expect(effectOnDevice({ kind: 'accepted', id: 'x' })).toBe('accepted');
  });

  it.each(FAILURE_REASONS)('by a refusal for %s', (failureReason) => {
    const ofTheRecipient = ['not_on_whatsapp', 'recipient_limit', 'blocked_by_recipient'];
    expect(effectOnDevice(refused({ failureReason }))).toBe(
      ofTheRecipient.includes(failureReason) ? 'neither' : 'failed',
    );
  });

  it.each(['busy', 'unreachable', 'disconnected', 'restricted', 'unusable'] as const)(
    'is bad where the device was %s',
    (fault) => {
      expect(effectOnDevice(refusedHere('no', fault))).toBe('failed');
    },
  );

  it('is bad without a reason, and where the outcome is unknown', () => {
    expect(effectOnDevice(refused({}))).toBe('failed');
    expect(effectOnDevice({ kind: 'unknown', reason: 'timeout' })).toBe('failed');
    expect(effectOnDevice(refusedRequest('the session has no such field'))).toBe('failed');
  });

  it('is neither for a number that is wrong, however the gateway says so', () => {
    expect(effectOnDevice(NOT_ON_WHATSAPP)).toBe('neither');
    expect(effectOnDevice(refusedRequest('invalid phone number'))).toBe('neither');
  });
});
