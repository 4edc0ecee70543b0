import { describe, expect, it } from 'vitest';
import type { Device, Driver } from './api';
import { canResume, setupOf } from './setup-steps.rules';

const WAHA = { pairing: true, reports_delivery: true } as Driver['capabilities'];
const NATIVE = { pairing: false, reports_delivery: true } as Driver['capabilities'];

type Finding = NonNullable<Device['last_probe']>['finding'];

function device(
  health: Device['health'],
  finding: Finding | null,
  delivered = 0,
  isCalled = false,
  state: Device['state'] = 'setup',
) {
  const last_probe = finding && {
    finding,
    connected: finding === 'connected',
    detail: null,
    at: '2026-01-31 13:45:00',
    at_utc: '2026-01-31T06:45:00.000Z',
  };
  const first_callback_at = isCalled ? '2026-01-31 13:45:00' : null;
  return { state, health, last_probe, first_callback_at, outcomes: { delivered } };
}

const told = (facts: ReturnType<typeof device>, capabilities: Driver['capabilities']) =>
  setupOf(facts, { capabilities })
    .map(({ step, isDone, isOpen }) => `${step}${isDone ? '+' : isOpen ? '' : '-'}`)
    .join(' ');

describe('the set-up of a device', () => {
  it.each([
    [device('not_linked', null), 'connection link- callback- message- start-'],
    [device('not_linked', 'unreachable'), 'connection link- callback- message- start-'],
    // A wrong token.
    [device('not_linked', 'unusable'), 'connection link- callback- message- start-'],
    [device('not_linked', 'disconnected'), 'connection+ link callback- message- start-'],
    [device('well', 'connected'), 'connection+ link+ callback message start'],
    // Any callback proves the address. Only a delivery report proves that messages arrive.
    [device('well', 'connected', 0, true), 'connection+ link+ callback+ message start'],
    // A report at the address that all native gateways share.
    [device('well', 'connected', 1), 'connection+ link+ callback+ message+ start'],
    // A device in use needs no new set-up when it fails.
    [
      device('disconnected', 'unreachable', 3, false, 'active'),
      'connection+ link+ callback+ message+ start+',
    ],
  ])('by its state alone is %#', (facts, steps) => {
    expect(told(facts, WAHA)).toBe(steps);
  });

  it('asks for no phone where the gateway gives no QR code, and is not connected before it says so', () => {
    expect(told(device('not_linked', 'disconnected'), NATIVE)).toBe('connection callback- message- start-');
    expect(told(device('well', 'connected'), NATIVE)).toBe('connection+ callback message start');
  });

  it.each([
    [device('not_linked', null, 0, false, 'active'), true],
    [device('well', 'connected', 0, false, 'active'), true],
    [device('well', 'connected', 0, true, 'active'), false],
    [device('disconnected', 'unreachable', 3, false, 'active'), false],
    [device('well', 'connected', 3, true, 'setup'), true],
  ])('can be continued until it is in use and its gateway has called back: %#', (facts, expected) => {
    expect(canResume(facts, { capabilities: WAHA })).toBe(expected);
  });

  it('waits for no report where none comes', () => {
    expect(told(device('well', 'connected'), { ...WAHA, reports_delivery: false })).toBe(
      'connection+ link+ start',
    );
  });
});
