import { STATE_TONES, type Tone } from '../../../components/tones';
import type { Allowance, Device } from './api';

/** The current status of a device: the first of these that applies. */
export type DeviceStatus =
  | Exclude<Device['state'], 'active'>
  | Device['health']
  | 'out'
  | 'dayLimit'
  | 'minuteLimit'
  | 'demoted'
  | 'knownOnly';

export interface DeviceState {
  status: DeviceStatus;
  tone: Tone;
  /** End of the status, if known. */
  until: string | null;
}

type StatusInput = Pick<
  Device,
  'state' | 'health' | 'rest' | 'allowances' | 'takes_again_at' | 'restricted_until' | 'degraded_since'
>;

/** A device at its limit or in cooldown is not available, even if it is healthy. */
export function deviceStatusOf(device: StatusInput): DeviceState {
  const { state, health, rest } = device;
  if (state !== 'active') return { status: state, tone: STATE_TONES.device[state], until: null };
  if (health === 'restricted') return found(health, device.restricted_until);
  if (UNTIL_FIXED.has(health)) return found(health);
  if (rest.level === 'out') return waiting('out', rest.until);
  if (device.takes_again_at !== null)
    return waiting(isSpent(device, 'day') ? 'dayLimit' : 'minuteLimit', device.takes_again_at);
  if (health === 'degraded') return found(health);
  if (rest.level === 'demoted') return waiting('demoted', rest.until);
  const fresh = device.allowances.find(({ allowance, used, cap }) => OF_NEW.has(allowance) && used >= cap);
  if (fresh) return waiting('knownOnly', fresh.resets_at);
  return found('well');
}

/** Allowances that only messages to new recipients use up. */
const OF_NEW: ReadonlySet<Allowance['allowance']> = new Set(['new_recipients', 'portfolio']);

/** Values of health that last until somebody fixes them. They take precedence over limits. */
const UNTIL_FIXED: ReadonlySet<Device['health']> = new Set([
  'not_linked',
  'disconnected',
  'template_blocked',
  'failing',
]);

const found = (health: Device['health'], until: string | null = null): DeviceState => ({
  status: health,
  tone: STATE_TONES.deviceHealth[health],
  until,
});

const waiting = (status: DeviceStatus, until: string | null): DeviceState => ({
  status,
  tone: 'waiting',
  until,
});

const isSpent = ({ allowances }: StatusInput, which: Allowance['allowance']) =>
  allowances.some(({ allowance, used, cap }) => allowance === which && used >= cap);
