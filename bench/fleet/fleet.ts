import type { Config } from '../../src/config/index.js';
import type { Device } from '../../src/gateway/device.entities.js';
import { type DeviceLimits, limitsOf } from '../../src/gateway/pool/device-limits.rules.js';
import { LocalDeviceHealth } from '../../src/gateway/pool/local-device-health.rules.js';
import { PooledDevice } from '../../src/gateway/pool/pooled-device.rules.js';
import type { Calendar } from '../../src/platform/time/calendar.js';
import { SECOND_MS } from './time.js';

export type FleetConfig = Pick<
  Config,
  | 'DEVICE_COOLDOWN_SECONDS'
  | 'DEVICE_TRIAL_SECONDS'
  | 'DEVICE_PER_MINUTE'
  | 'DEVICE_PER_DAY'
  | 'DEVICE_NEW_PER_DAY'
  | 'DEVICE_WARMUP_FIRST_DAY'
  | 'DEVICE_PAIR_SECONDS'
>;

/** The limits that the service sets for a personal account. */
export function personalLimits(config: FleetConfig): DeviceLimits {
  return {
    per_minute: config.DEVICE_PER_MINUTE || null,
    per_day: config.DEVICE_PER_DAY || null,
    new_per_day: config.DEVICE_NEW_PER_DAY || null,
    warmup_first_day: config.DEVICE_WARMUP_FIRST_DAY || null,
    pair_seconds: config.DEVICE_PAIR_SECONDS || null,
  };
}

/** The service's view of a device, which was added when it was linked. */
export function pooledDevice(
  { id, linkedAtMs, hasCaps, startMs }: { id: number; linkedAtMs: number; hasCaps: boolean; startMs: number },
  config: FleetConfig,
  calendar: Calendar,
): PooledDevice {
  return new PooledDevice(
    rowOf(id, new Date(linkedAtMs), startMs),
    limitsOf(hasCaps ? 'personal' : 'none', null, personalLimits(config)),
    new LocalDeviceHealth(config.DEVICE_COOLDOWN_SECONDS * SECOND_MS),
    config.DEVICE_TRIAL_SECONDS,
    calendar,
  );
}

function rowOf(id: number, createdAt: Date, startMs: number): Device {
  // A device that is older than a day has reported a delivery before.
  const isVeteran = createdAt.getTime() < startMs - 86_400 * SECOND_MS;
  return {
    id,
    name: `device ${id}`,
    driver: '',
    baseUrl: '',
    tokenSealed: '',
    webhookSecretSealed: null,
    number: null,
    addressGeneration: 0,
    addressRenewedAt: null,
    addressDataKey: null,
    settings: {},
    template: null,
    state: 'active',
    weight: 1,
    limits: null,
    numberCheck: null,
    firstCallbackAt: null,
    linkedAt: createdAt,
    startedAt: null,
    failures: 0,
    failingSince: null,
    lastFailure: null,
    restrictedUntil: null,
    newChats: null,
    judgedFrom: null,
    reportsSince: isVeteran ? createdAt : null,
    degradedSince: null,
    trials: 0,
    accountId: null,
    portfolioId: null,
    messagingLimit: null,
    createdAt,
    updatedAt: createdAt,
  };
}
