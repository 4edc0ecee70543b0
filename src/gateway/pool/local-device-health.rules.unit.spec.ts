import { beforeEach, describe, expect, it } from 'vitest';
import type { DeviceFault, DriverOutcome, Health } from '../driver.js';
import { LocalDeviceHealth } from './local-device-health.rules.js';

const START = new Date('2026-01-31T06:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const probe = (connection: Health['connection']): Health => ({ connection, detail: null });
const refused = (fault?: DeviceFault): DriverOutcome => ({
  kind: 'refused',
  reason: 'no',
  retryElsewhere: true,
  fault,
});
const ACCEPTED: DriverOutcome = { kind: 'accepted', id: 'x' };

let findings: LocalDeviceHealth;
beforeEach(() => {
  findings = new LocalDeviceHealth(30_000);
});

const UNMARKED = { restrictedUntil: null, isFailing: false, isDegraded: false };
/** The health of the device; or its cooldown, if it is well and has one. */
const shown = (now: Date) => {
  const [word, rest] = [findings.healthAt(now, UNMARKED), findings.cooldownLevelAt(now)];
  return word === 'well' && rest !== 'none' ? rest : word;
};
const probed = (...connections: Health['connection'][]) => {
  for (const connection of connections) findings.probed(probe(connection), START);
  return shown(START);
};
const reported = (...outcomes: DriverOutcome[]) => {
  for (const outcome of outcomes) findings.report(outcome, START);
  return shown(START);
};

describe('probes', () => {
  it('are not waited for: a device that was never asked is well', () => {
    expect(shown(START)).toBe('well');
  });

  it('take a device out that its gateway calls disconnected, until it is connected again', () => {
    expect(probed('disconnected')).toBe('disconnected');
    expect(probed('unclear')).toBe('disconnected');
    expect(probed('unreachable')).toBe('disconnected');
    expect(probed('connected')).toBe('well');
  });

  it('do not take a device out that could not be reached once or twice', () => {
    expect(probed('unreachable', 'unreachable')).toBe('well');
    expect(probed('unclear', 'unreachable', 'unreachable')).toBe('well');
  });

  it('take a device out after the third time in a row, until there is any answer', () => {
    expect(probed('unreachable', 'unreachable', 'unreachable')).toBe('disconnected');
    expect(probed('unclear')).toBe('well');
  });

  it('take a device out that nobody can send through, whatever its connection, until they say otherwise', () => {
    findings.probed({ ...probe('unclear'), fault: 'unusable' }, START);
    expect(shown(START)).toBe('disconnected');
    expect(findings.isSuspect(START)).toBe(true);
    expect(probed('unclear', 'unreachable')).toBe('disconnected');
    expect(probed('connected')).toBe('well');
  });

  it('never take a device out for a gateway that does not say', () => {
    expect(probed('unclear', 'unclear', 'unclear', 'unclear')).toBe('well');
  });
});

describe('sends', () => {
  it('that are accepted prove every probe wrong', () => {
    probed('disconnected');
    expect(reported(ACCEPTED)).toBe('well');
  });

  it('that are refused for the message’s own sake say nothing against the device', () => {
    expect(reported(refused(), refused(), refused(), refused())).toBe('well');
  });

  it('that do not reach the device put it out, until the cooldown is over', () => {
    const fault = refused('unreachable');
    expect(reported(fault, fault)).toBe('demoted');
    expect(reported(fault)).toBe('out');
    expect(shown(at(29))).toBe('out');
    expect(shown(at(30))).toBe('well');
  });

  it('that are answered with the phone’s state put the device out at once, until it is connected', () => {
    expect(reported(refused('disconnected'))).toBe('disconnected');
    expect(shown(at(3600))).toBe('disconnected');
    expect(probed('unclear')).toBe('disconnected');
    expect(probed('connected')).toBe('well');
  });

  it('that are accepted in between restart the count', () => {
    const fault = refused('unusable');
    expect(reported(fault, fault, ACCEPTED, fault, fault)).toBe('demoted');
  });

  it('come back early to a device that a probe has reached, but not to one with a wrong token', () => {
    const unreachable = refused('unreachable');
    reported(unreachable, unreachable, unreachable);
    expect(probed('connected')).toBe('well');
    const unusable = refused('unusable');
    reported(unusable, unusable, unusable);
    expect(probed('connected')).toBe('out');
  });

  it('of unknown outcome demote the device and leave it in the pool', () => {
    const unknown: DriverOutcome = { kind: 'unknown', reason: 'timeout' };
    expect(reported(unknown, unknown, unknown, unknown)).toBe('demoted');
    expect(shown(at(29))).toBe('demoted');
  });
});

describe('a device worth asking more often', () => {
  it('is one that is out, or on its way there', () => {
    expect(findings.isSuspect(START)).toBe(false);
    probed('unreachable');
    expect(findings.isSuspect(START)).toBe(true);
    probed('connected');
    expect(findings.isSuspect(START)).toBe(false);
    probed('disconnected');
    expect(findings.isSuspect(START)).toBe(true);
  });
});
