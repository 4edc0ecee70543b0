import { describe, expect, it } from 'vitest';
import type { Device, Driver } from './api';
import { canResume, setupOf } from './setup-steps.rules';

const WAHA = { pairing: true, reports_delivery: true } as Driver['capabilities'];
const NATIVE = { pairing: false, reports_delivery: true } as Driver['capabilities'];

type Finding = NonNullable<Device['last_probe']>['finding'];

function device(health: Device['health'], finding: Finding | null, delivered = 0, isCalled = false) {
  const last_probe = finding && {
    finding,
    connected: finding === 'connected',
    detail: null,
    at: '2026-01-31 13:45:00',
    at_utc: '2026-01-31T06:45:00.000Z',
  };
  const first_callback_at = isCalled ? '2026-01-31 13:45:00' : null;
  return { health, last_probe, first_callback_at, outcomes: { delivered } };
}

const told = (facts: ReturnType<typeof device>, capabilities: Driver['capabilities']) =>
  setupOf(facts, { capabilities })
    .map(({ step, isDone, isOpen }) => `${step}${isDone ? '+' : isOpen ? '' : '-'}`)
    .join(' ');

describe('the set-up of a device', () => {
  it.each([
    [device('not_linked', null), 'connection link- callback- message-'],
    [device('not_linked', 'unreachable'), 'connection link- callback- message-'],
    // A wrong token.
    [device('not_linked', 'unusable'), 'connection link- callback- message-'],
    [device('not_linked', 'disconnected'), 'connection+ link callback- message-'],
    [device('well', 'connected'), 'connection+ link+ callback message'],
    // Any callback shows that the address is right; that messages arrive, only a report of one.
    [device('well', 'connected', 0, true), 'connection+ link+ callback+ message'],
    // By the address that native gateways share.
    [device('well', 'connected', 1), 'connection+ link+ callback+ message+'],
    // Of one that is out of order later nothing is to be set up anew.
    [device('disconnected', 'unreachable', 3), 'connection+ link+ callback+ message+'],
  ])('by its state alone is %#', (facts, steps) => {
    expect(told(facts, WAHA)).toBe(steps);
  });

  it('asks for no phone where the gateway gives no QR code, and is not connected before it says so', () => {
    expect(told(device('not_linked', 'disconnected'), NATIVE)).toBe('connection callback- message-');
    expect(told(device('well', 'connected'), NATIVE)).toBe('connection+ callback message');
  });

  it.each([
    [device('not_linked', null), true],
    [device('well', 'connected'), true],
    [device('well', 'connected', 0, true), false],
    [device('disconnected', 'unreachable', 3), false],
  ])('may be gone on with until somebody has called back: %#', (facts, expected) => {
    expect(canResume(facts, { capabilities: WAHA })).toBe(expected);
  });

  it('waits for no report where none comes', () => {
    expect(told(device('well', 'connected'), { ...WAHA, reports_delivery: false })).toBe('connection+ link+');
  });
});
